import type { Effect } from '../../../../define/tool.ts'
import { toStem } from './to-stems.ts'

/** Verbs that mean much the same to whoever looks for a tool, by the effect that they ask for. */
const verbs: Readonly<Record<Effect, readonly string[]>> = {
  destroy: [
    'delete remove erase drop destroy discard purge wipe clear trash unlink forget cancel off',
  ],
  write: [
    'create add new make insert register save store write compose append start open remember',
    'update edit change modify set alter adjust correct fix patch replace rename amend',
    'send post publish deliver submit notify share forward',
    'copy duplicate clone',
    'move transfer relocate',
    'undo revert restore rollback reset recover',
    'import upload load ingest',
    'start run execute launch begin trigger',
    'stop end cancel abort halt kill pause',
    'enable activate allow',
    'disable deactivate block',
    'apply use put',
    'tag label mark',
    'assign give grant',
    'schedule plan book create add',
    'merge combine join unite',
    'close finish complete resolve',
    'approve accept confirm',
    'reject decline refuse deny',
    'pay charge bill refund',
  ],
  read: [
    'list show all every browse enumerate overview available',
    'get read fetch view lookup retrieve show see inspect describe detail load open info information',
    'find search lookup query locate filter match',
    'count number total statistics stat',
    'check validate verify test lint valid',
    'compare diff difference',
    'convert transform',
    'export download dump save',
    'render draw preview visualise visualize display show look',
    'summarise summarize summary digest condense',
    'explain describe meaning definition define',
    'log history past previous earlier event',
    'resolve expand',
    'measure analyse analyze',
  ],
}

/** Nouns that often name the same thing. */
const nouns: readonly string[] = [
  'link url bookmark website uri address page',
  'picture image photo photograph pic screenshot icon',
  'file document doc attachment',
  'folder directory',
  'user person member account people contact customer client',
  'message mail email chat',
  'task todo issue ticket job',
  'note memo',
  'tag label category keyword',
  'comment remark reply',
  'meeting appointment calendar event slot booking reservation',
  'invoice bill payment',
  'setting config configuration preference option',
  'version revision snapshot',
  'schema structure shape format',
  'error problem failure fault',
  'price cost amount',
  'repository repo project',
  'database db table',
  'password credential secret',
  'group team',
  'area region mask part',
  'colour color hue',
  'light exposure brightness',
]

/** What words have to do with each other. */
export interface RelatedWords {
  /** The stems of words that mean much the same. */
  of(stem: string): ReadonlySet<string>
  /** The effects that a verb asks for; none if it is not a verb that tools are named after. */
  effects(stem: string): ReadonlySet<Effect>
}

const none: ReadonlySet<never> = new Set()

/** Creates the table of words, by their stems. */
export function createRelatedWords(): RelatedWords {
  const related = new Map<string, Set<string>>()
  const effects = new Map<string, Set<Effect>>()
  const learn = (group: string) => {
    const stems = group.split(' ').map(toStem)
    for (const stem of stems) addTo(related, stem, stems)
    return stems
  }
  for (const group of nouns) learn(group)
  for (const [effect, groups] of Object.entries(verbs)) {
    // The cast names the keys of the table above.
    for (const stem of groups.flatMap(learn)) addTo(effects, stem, [effect as Effect])
  }
  return {
    of: (stem) => related.get(stem) ?? none,
    effects: (stem) => effects.get(stem) ?? none,
  }
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, values: readonly T[]): void {
  const set = sets.get(key) ?? new Set<T>()
  for (const value of values) set.add(value)
  sets.set(key, set)
}
