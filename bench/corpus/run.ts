// Verifies the laws of formats on every file of real projects next to this repository, prints the results,
// and writes them to docs/formats.md. `--peers` also measures other programs on the same files.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CORPUS } from '../../packages/formats/test/corpus/files.ts'
import { measurePeers } from '../peers/measure-peers.ts'
import { peerTable } from '../peers/peer-table.ts'
import { type CheckedFile, checkCorpus } from './check-corpus.ts'
import { failuresOf, lawRows, lawTable } from './law-table.ts'
import { replaceSection } from './replace-section.ts'

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean' },
    entries: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '30' },
    only: { type: 'string' },
  },
})

if (!existsSync(CORPUS)) {
  console.log(`Skipped: the files of real projects are not beside this repository (${CORPUS}).`)
  process.exit(0)
}

const sampled = Number(values.entries)
// Every edit is verified by rereading the file, so in files of megabytes fewer entries than requested are
// tested.
const megabytes = Number(values.megabytes)
if (!(sampled >= 1 && megabytes > 0)) {
  console.error(
    '--entries needs how many entries to try in each file, --megabytes how much of each file may be read again for that.',
  )
  process.exit(2)
}
const folders = values.only === undefined ? null : new Set(values.only.split(','))
const started = performance.now()
const checked = await checkCorpus({
  folders,
  sampled,
  bytes: megabytes * 1e6,
  workers: 2,
  report: printFailures,
})
const seconds = (performance.now() - started) / 1000
const rows = lawRows(checked)
const table = lawTable(rows)
console.log(`\n${table}\n\n${checked.length} files in ${seconds.toFixed(0)} s`)
const docs = path.join(import.meta.dirname, '../../docs/formats.md')
const today = new Date().toISOString().slice(0, 10)
if (folders === null)
  replaceSection(
    docs,
    'corpus table',
    `Last run on ${today}, up to ${sampled} entries and ${megabytes} MB of reading for each file.\n\n${table}`,
  )
if (values.peers) await comparePeers()
process.exit(rows.every((row) => row.failures === 0) ? 0 : 1)

function printFailures(file: CheckedFile, left: number): void {
  const failures = failuresOf(file)
  for (const failure of failures.slice(0, 5))
    console.log(`${path.relative(CORPUS, file.path)}: ${failure.slice(0, 600)}`)
  if (failures.length > 5) console.log(`  … and ${failures.length - 5} more`)
  if (left % 100 === 0) console.log(`${left} files left`)
}

async function comparePeers(): Promise<void> {
  const { rows: peers, toolkit } = await measurePeers(folders)
  const table = peerTable(peers)
  console.log(`\n${table}`)
  if (folders !== null) return
  if (toolkit === null)
    console.log(
      'The table in docs/formats.md stays as it was last measured, because Translate Toolkit is missing.',
    )
  else
    replaceSection(docs, 'peer table', `Last run on ${today}, with Translate Toolkit ${toolkit}.\n\n${table}`)
}
