import { mkdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FoundryError } from '../../errors/foundry-error.ts'
import { Question } from '../records/question.ts'
import { ResearchFinding } from '../records/research-finding.ts'
import { Source } from '../records/source.ts'
import { type RecordFolder, type Records, createRecordFolder } from './create-record-folder.ts'
import { type Texts, createTexts } from './create-texts.ts'
import { ifThere, isTaken, makeFolder, namesIn, onDisk, syncFolder, writeNewFile } from './disk.ts'
import { type FileFault, readRecord, toJson } from './read-record.ts'

/** The files of one question. */
export interface QuestionFolder {
  readonly question: Question
  readonly sources: RecordFolder<Source>
  readonly findings: RecordFolder<ResearchFinding>
  readonly texts: Texts
}

/** The files of all questions. */
export interface QuestionFolders {
  /** Returns false if the id is taken. */
  create(question: Question): Promise<boolean>
  /** Throws RESEARCH_NOT_FOUND if there is no such question. */
  open(id: string): Promise<QuestionFolder>
  all(): Promise<Records<Question>>
}

const mostSources = 200
const mostFindings = 500
const draftLifeMs = 3_600_000
/** No dot and no separator, so that an id never leads out of the folder. */
const idForm = /^research-[a-z0-9][a-z0-9-]{0,59}$/

/** Creates the access to the folder of all questions, which need not be there yet. */
export function createQuestionFolders(folder: string): QuestionFolders {
  const drafts = join(folder, '.tmp')
  const fileOf = (id: string) => join(folder, id, 'question.json')

  async function create(question: Question): Promise<boolean> {
    await makeFolder(folder)
    await sweep(drafts)
    try {
      await mkdir(join(folder, question.id))
    } catch (thrown) {
      if (isTaken(thrown)) return false
      throw thrown
    }
    await syncFolder(folder)
    return writeNewFile(fileOf(question.id), toJson(question), drafts)
  }

  async function open(id: string): Promise<QuestionFolder> {
    const read = idForm.test(id) ? await readRecord(fileOf(id), Question, id) : undefined
    if (read === undefined) throw toNotFound(id)
    if (!read.ok) throw toDamaged(id, read.message)
    const inside = (name: string) => join(folder, id, name)
    return {
      question: read.record,
      texts: createTexts(inside('texts'), drafts),
      sources: createRecordFolder({
        folder: inside('sources'),
        prefix: 'source',
        most: mostSources,
        schema: Source,
        drafts,
      }),
      findings: createRecordFolder({
        folder: inside('findings'),
        prefix: 'finding',
        most: mostFindings,
        schema: ResearchFinding,
        drafts,
      }),
    }
  }

  async function all(): Promise<Records<Question>> {
    const records: Question[] = []
    const faults: FileFault[] = []
    for (const id of (await namesIn(folder)).filter((name) => idForm.test(name))) {
      const read = await readRecord(fileOf(id), Question, id)
      if (read?.ok === true) records.push(read.record)
      else if (read !== undefined)
        faults.push({ file: `${id}/question.json`, message: read.message })
    }
    return { records, faults }
  }

  return {
    create: (question) => onDisk(() => create(question)),
    open: (id) => onDisk(() => open(id)),
    all: () => onDisk(all),
  }
}

const toNotFound = (id: string): FoundryError =>
  new FoundryError('RESEARCH_NOT_FOUND', `There is no question '${id.slice(0, 80)}'.`, {
    path: 'research_id',
    hint: 'research_list without arguments shows the questions and their ids.',
  })

const toDamaged = (id: string, fault: string): FoundryError =>
  new FoundryError('STORAGE_FAILED', `The file ${id}/question.json ${fault}.`, {
    path: 'research_id',
    hint: 'Mend the file by hand, or take an older version of it from git.',
  })

/** Removes what writers that were killed have left. */
async function sweep(drafts: string): Promise<void> {
  for (const name of await namesIn(drafts)) {
    const path = join(drafts, name)
    const found = await ifThere(stat(path))
    const isOld = found !== undefined && Date.now() - found.mtimeMs > draftLifeMs
    if (isOld) await ifThere(unlink(path))
  }
}
