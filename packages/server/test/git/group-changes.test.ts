import { type Format, formatById } from '@dragoman/formats'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JAN, MARA } from '../../../store/test/sample.ts'
import { type ChangeGroup, groupChanges } from '../../src/sources/git/send/group-changes.ts'
import { json, openSyncProject, type SyncProject } from '../sync-project.ts'

const BEFORE = { pay: 'Zahlen', title: 'Laden' }
const PATH = 'de/common.json'

let project: SyncProject
beforeEach(async () => {
  project = await openSyncProject(BEFORE)
})
afterEach(() => project.remove())

type Texts = Readonly<Record<string, string>>

async function groupsOf(own: Texts, upstream: Texts = BEFORE): Promise<readonly ChangeGroup[]> {
  const rows = (await project.files()).filter(({ path }) => path === PATH)
  const files = [{ path: PATH, upstream: Buffer.from(json(upstream)), own: Buffer.from(json(own)), rows }]
  const { projectId } = project.freshContext()
  const format = formatById('i18next-json') as Format // it is a format
  return project.store.read((r) => groupChanges(r, { projectId, format, sourceLanguage: 'en', files }))
}

/**
 * Names of the people in whose names a file with these texts would be sent, with the number of their texts.
 */
async function writersOf(own: Texts): Promise<readonly string[]> {
  return (await groupsOf(own)).map(({ writer, texts }) => `${writer?.name}: ${texts}`)
}

test('a text is sent by its author, even if someone has saved another that is not in the file yet', async () => {
  await project.save('pay', 'Bezahlen', MARA)
  await project.save('title', 'Kaufhaus', JAN)
  await project.save('pay', 'Kaufen', JAN)
  expect(await writersOf({ pay: 'Bezahlen', title: 'Kaufhaus' })).toEqual(['Mara: 1', 'Jan: 1'])
  expect(await writersOf({ pay: 'Kaufen', title: 'Kaufhaus' })).toEqual(['Jan: 2'])
})

test('the newest writer counts if no one is known to have written exactly that text', async () => {
  await project.save('pay', 'Bezahlen', JAN)
  expect(await writersOf({ pay: 'Bezahlen!', title: 'Laden' })).toEqual(['Jan: 1'])
})

test('an added text has the same place in intermediate files as in the last one', async () => {
  await project.save('pay', 'Bezahlen', MARA)
  await project.save('title', 'Kaufhaus', JAN)
  // The catalog has its key in another place.
  const last = { help: 'Hilfe', title: 'Kaufhaus', pay: 'Bezahlen' }
  const groups = await groupsOf(last, { help: 'Hilfe' })
  const versions = groups.map(({ files }) => files.map(({ bytes }) => Buffer.from(bytes).toString()))
  expect(versions).toEqual([[json({ help: 'Hilfe', pay: 'Bezahlen' })], [json(last)]])
})
