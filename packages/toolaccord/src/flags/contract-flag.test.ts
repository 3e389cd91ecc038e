import { describe, expect, it } from 'vitest'
import { dtprContract } from '../contracts/dtpr/contract.ts'
import { responseV2Contract } from '../contracts/response-v2/contract.ts'
import { contractByFlag, contractFlag } from './contract-flag.ts'
import { createFlags } from './create-flags.ts'
import { defineFlags } from './define-flags.ts'

const contracts = { on: responseV2Contract, off: dtprContract }
const client = { name: 'inspector' }

describe('the flag of the contract', () => {
  it('is an opt-in: off until somebody switches it on', () => {
    const flags = createFlags(defineFlags(contractFlag))
    expect(contractByFlag(flags, contracts)({ client })).toBe(dtprContract)
  })

  it('chooses per client', () => {
    const flags = createFlags(defineFlags(contractFlag), {
      env: { TOOLACCORD_FLAGS: 'response_contract_v2@inspector=on' },
    })
    expect(contractByFlag(flags, contracts)({ client })).toBe(responseV2Contract)
    expect(contractByFlag(flags, contracts)({ client: { name: 'other' } })).toBe(dtprContract)
  })

  it('can be rolled out among other flags', () => {
    const { response_contract_v2: base } = contractFlag
    const flags = createFlags(
      defineFlags({
        response_contract_v2: { ...base, percentage: 100 },
        other: { ...base, default: true },
      }),
    )
    expect(contractByFlag(flags, contracts)({})).toBe(responseV2Contract)
  })

  it('must be among the flags', () => {
    const flags = createFlags(
      defineFlags({ response_contract_v3: contractFlag.response_contract_v2 }),
    )
    // @ts-expect-error: these flags have another name.
    expect(() => contractByFlag(flags, contracts)({})).toThrow(
      "There is no flag 'response_contract_v2'; did you mean 'response_contract_v3'?",
    )
  })
})
