import type { CodeSpelling } from '../contracts/contract/contract-init.ts'
import type { Contract } from '../contracts/contract/contract.ts'
import { toKebab } from '../names/to-kebab.ts'
import { type CodeFacts, type Codebook, factsOf } from '../outcome/codebook.ts'
import { isKind, kinds } from '../outcome/kinds.ts'

/**
 * Checks a server's codes: the status and exit code must be those of a failure, and a code of the
 * contract must keep its kind.
 */
export function* codeFaults(contract: Contract, codes: Codebook): Iterable<string> {
  for (const [code, facts] of Object.entries(codes)) {
    const fault = findFault(contract, code, facts)
    if (fault !== undefined) yield `code '${code}' ${fault}`
  }
}

function findFault(contract: Contract, code: string, facts: CodeFacts): string | undefined {
  const { kind, status = 400, exit = 1, reserved } = facts
  if (!isKind(kind)) {
    const accepted = Object.keys(kinds).join(', ')
    return `has the kind '${String(kind)}'; a kind is one of ${accepted}`
  }
  if (!isWithin(status, 400, 599)) {
    return `has the HTTP status ${status}; a failure has one from 400 to 599`
  }
  if (!isWithin(exit, 1, 125)) {
    return `has the exit code ${exit}; a failure has one from 1 to 125`
  }
  const known = factsOf(contract.codes, code)
  if (known === undefined) return undefined
  if (known.kind !== kind) {
    return `is of kind ${known.kind} in the ${contract.name} contract and cannot be made ${kind}`
  }
  if (!known.reserved || reserved) return undefined
  return `is reserved in the ${contract.name} contract and stays so`
}

const isWithin = (value: number, low: number, high: number) =>
  Number.isInteger(value) && value >= low && value <= high

/** Checks a code that a tool declares. */
export function* declaredCodeFaults(code: string, codes: Codebook): Iterable<string> {
  const facts = factsOf(codes, code)
  if (facts === undefined) {
    yield (
      `declares the code '${code}', which neither the server nor its contract has; ` +
        'add it to codes of the server'
    )
  } else if (facts.reserved === true) {
    yield (
      `declares the code '${code}', which is reserved: it stays in the table, ` +
        'and no tool may answer with it'
    )
  }
}

/** Says which codes of a server are spelt otherwise than its contract spells its own. */
export function* spellingOddities(contract: Contract, codes: Codebook): Iterable<string> {
  const { name, spelling } = contract
  if (spelling === undefined) return
  const others = Object.keys(codes).filter((code) => !spellings[spelling].test(code))
  if (others.length === 0) return
  const renamed = others.slice(0, 3).map((code) => `${spell(code, spelling)} instead of ${code}`)
  if (others.length > renamed.length) renamed.push(`and ${others.length - renamed.length} more`)
  yield `codes of the ${name} contract are in ${spelling}: write ${renamed.join(', ')}`
}

const spellings: Readonly<Record<CodeSpelling, RegExp>> = {
  SCREAMING_SNAKE_CASE: /^[A-Z0-9_]+$/,
  snake_case: /^[a-z0-9_]+$/,
}

function spell(code: string, spelling: CodeSpelling): string {
  const snake = toKebab(code).replaceAll('-', '_')
  return spelling === 'snake_case' ? snake : snake.toUpperCase()
}
