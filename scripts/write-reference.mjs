import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toReference } from './reference.mjs'

writeFileSync(join(import.meta.dirname, '../docs/reference.md'), toReference())
