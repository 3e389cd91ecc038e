import { tinyDatachain, withPlacement } from '../../../testing/tiny-datachain.ts'
import { changed } from './changed.ts'
import type { RuleCases } from './rule-cases.ts'

const subchains = (...subchain_instances: object[]) =>
  changed({ subchain_instances: [...tinyDatachain().subchain_instances, ...subchain_instances] })

/** Cases of the rules of subchains. */
export const subchainCases: RuleCases = {
  broken: [
    [
      'INSTANCE_SUBCHAIN_DUPLICATE',
      subchains({ id: 'flow-1', subchain_id: 'flow' }),
      'subchain_instances[1].id',
      "such as 'flow-1-1'",
    ],
    [
      'INSTANCE_SUBCHAIN_UNKNOWN',
      subchains({ id: 'b', subchain_id: 'flows' }),
      'subchain_instances[1].subchain_id',
      'Subchains: flow.',
    ],
    [
      'INSTANCE_SUBCHAIN_HEAD_UNKNOWN',
      subchains({ id: 'b', subchain_id: 'flow', head_refs: ['acting', 'acted'] }),
      'subchain_instances[1].head_refs[1]',
      'Use some of: acting, ',
    ],
    [
      'INSTANCE_SUBCHAIN_REF_UNKNOWN',
      withPlacement(3, { subchain_instance_id: 'flow' }),
      'elements[3].subchain_instance_id',
      'Use one of: flow-1.',
    ],
    [
      'INSTANCE_SUBCHAIN_REF_UNKNOWN',
      changed({ subchain_instances: [] }),
      'elements[3].subchain_instance_id',
      'add the subchain',
    ],
    [
      'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
      withPlacement(0, { subchain_instance_id: 'flow-1' }),
      'elements[0].subchain_instance_id',
      'Categories of the subchain: data.',
    ],
  ],
  kept: [
    [
      'INSTANCE_SUBCHAIN_DUPLICATE',
      'one subchain twice',
      subchains({ id: 'flow-2', subchain_id: 'flow' }),
    ],
    [
      'INSTANCE_SUBCHAIN_UNKNOWN',
      'an id that is that of the subchain',
      subchains({ id: 'flow', subchain_id: 'flow' }),
    ],
    [
      'INSTANCE_SUBCHAIN_HEAD_UNKNOWN',
      'heads by element and by placement',
      subchains({ id: 'b', subchain_id: 'flow', head_refs: ['camera', 'camera-south', 'form'] }),
    ],
    [
      'INSTANCE_SUBCHAIN_REF_UNKNOWN',
      'no reference',
      withPlacement(3, { subchain_instance_id: undefined }),
    ],
    [
      'INSTANCE_SUBCHAIN_CATEGORY_OUTSIDE',
      'a head of another category',
      subchains({ id: 'b', subchain_id: 'flow', head_refs: ['health'] }),
    ],
  ],
}
