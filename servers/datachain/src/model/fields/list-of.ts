import * as z from 'zod'

/** An array with a limit; arrays that are written by hand stay far below it. */
export const listOf = <Item extends z.ZodType>(item: Item, most = 200) => z.array(item).max(most)
