import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Server } from 'toolaccord'
import { composeSheet } from '../picture/compose-sheet.ts'
import { toDng } from '../picture/to-dng.ts'
import { createDarkroomFromEnv } from '../server.ts'
import { dust, paintScene } from './paint-scene.ts'

const image_id = 'lake'
const gradient = (rotation: number, anchor_y: number) => ({
  dt_form: 'gradient',
  dt_params: { anchor_x: 0.5, anchor_y, rotation, compression: 0.3 },
})

/** Eight moves in the order in which an agent would make them. */
const moves: readonly (readonly [label: string, tool: string, args: object])[] = [
  ['1 exposure +0.9', 'apply_primitive', { primitive_name: 'exposure', value: 0.9 }],
  [
    '2 warmer light',
    'apply_primitive',
    { primitive_name: 'white_balance_kelvin', value: { kelvin: 6900 } },
  ],
  [
    '3 dust healed',
    'apply_spot',
    {
      kind: 'heal',
      x: dust.x,
      y: dust.y,
      radius: dust.radius * 1.6,
      source_x: dust.x + 0.06,
      source_y: dust.y,
    },
  ],
  ['4 contrast', 'apply_primitive', { primitive_name: 'sigmoid_contrast', value: 1.7 }],
  [
    '5 darker sky',
    'apply_primitive',
    { primitive_name: 'exposure', value: -0.9, mask_spec: gradient(0, 0.25) },
  ],
  [
    '6 lighter shore',
    'apply_primitive',
    { primitive_name: 'exposure', value: 0.6, mask_spec: gradient(180, 0.85) },
  ],
  ['7 vibrance', 'apply_primitive', { primitive_name: 'vibrance', value: 0.3 }],
  ['8 vignette', 'apply_primitive', { primitive_name: 'vignette', value: -0.8, strength: 0.8 }],
]

/** Calls a tool as any client would; throws if it fails. */
async function call(
  server: Server,
  tool: string,
  args: object,
): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await server.call(tool, args)
  if (!outcome.ok) throw new Error(`${tool}: ${JSON.stringify(outcome.problems)}`)
  // The cast names the result of every tool of this demonstration.
  return outcome.data as Readonly<Record<string, unknown>>
}

const output = resolve(process.argv[2] ?? 'darkroom-demo')
const folder = await mkdtemp(join(tmpdir(), 'darkroom-demo-'))
try {
  const photo = join(folder, `${image_id}.dng`)
  await writeFile(photo, toDng(paintScene(1200, 800)))
  await mkdir(output, { recursive: true })
  const { server } = await createDarkroomFromEnv({
    ...process.env,
    DARKROOM_WORKSPACE: join(folder, 'workspaces'),
    DARKROOM_TASTES: join(folder, 'tastes'),
  })
  await call(server, 'ingest', { raw_path: photo })
  const preview = async (label: string) => ({
    label,
    path: String((await call(server, 'render_preview', { image_id, size: 480 })).jpeg_path),
  })
  const pictures = [await preview('0 as taken')]
  for (const [label, tool, args] of moves) {
    await call(server, tool, { image_id, ...args })
    pictures.push(await preview(label))
    console.log(label)
  }
  const sheet = join(output, 'contact-sheet.jpg')
  await composeSheet(pictures, 3, sheet)
  console.log(`${pictures.length} pictures in ${sheet}`)
} finally {
  await rm(folder, { recursive: true })
}
