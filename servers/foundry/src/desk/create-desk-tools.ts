import type { Foundry } from '../tools/foundry.ts'
import { board } from './board.ts'
import { type InitCommands, init } from './init.ts'
import { merge } from './merge.ts'
import { prime } from './prime.ts'
import type { Screen } from './screen.ts'
import { watch } from './watch.ts'

/** What commands need beside the plans. */
export interface Desk extends InitCommands {
  readonly screen: Screen
}

/** Creates the commands for people at a terminal, which are not offered to agents. */
export const createDeskTools = (foundry: Foundry, { screen, self }: Desk) =>
  [
    board(foundry, screen),
    watch(foundry, screen),
    prime(foundry),
    init(foundry, { self }),
    merge(),
  ] as const
