import { defineServer, defineTool, ok } from 'toolaccord'
import { createFidelity } from 'toolaccord/fidelity'
import * as z from 'zod'

const Reading = z.object({
  id: z.string(),
  station: z.string(),
  taken_at: z.string(),
  celsius: z.number(),
  remark: z.string(),
})

const stations = ['North pier', 'Old mill', 'Town hall', 'Ridge']

/** Readings as a network of stations would send them; the same ones each time. */
const toReading = (index: number): z.infer<typeof Reading> => ({
  id: `r-${index}`,
  station: stations[index % stations.length] ?? '',
  taken_at: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString(),
  celsius: Math.round(120 * Math.sin(index / 72)) / 10,
  remark:
    index % 97 === 0
      ? 'The sensor was changed before this reading; compare it with its neighbours.'
      : 'Nothing unusual.',
})

export const listReadings = defineTool({
  name: 'list_readings',
  summary: 'List temperature readings of all stations.',
  input: z.object({
    count: z.int().min(1).max(50_000).default(17_000).describe('How many at most'),
  }),
  output: z.object({ readings: z.array(Reading), total: z.int() }),
  effect: 'read',
  // Readings with a remark stay longest, then those far from freezing.
  fidelity: {
    items: [
      {
        path: 'readings',
        id: 'id',
        priority: ({ remark, celsius }) => remark.length + Math.abs(celsius),
      },
    ],
  },
  run: ({ count }) =>
    ok({ readings: Array.from({ length: count }, (_, index) => toReading(index)), total: count }),
})

export default defineServer({
  name: 'readings',
  version: '1.0.0',
  tools: [listReadings],
  fidelity: createFidelity({ budget: 10_000 }),
})
