import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ALL_FORMATS, type Format } from '@dragoman/formats'
import { replaceSection } from '../corpus/replace-section.ts'
import type { Figure } from '../figure.ts'
import { generatedFile } from '../formats/generated-file.ts'
import { type SpeedRow, speedTable } from '../formats/speed-table.ts'
import { timeOfMsgcat } from '../formats/time-of-msgcat.ts'
import { timeOfReading } from '../formats/time-of-reading.ts'
import { LIBRARIES } from '../peers/libraries.ts'
import { startTranslateToolkit, type TranslateToolkit } from '../peers/translate-toolkit.ts'
import type { Plan } from '../plan.ts'

/**
 * Measures each format on its own generated file: reading, one edit, and the time that a library, GNU msgcat
 * and Translate Toolkit need for the same bytes.
 */
export async function measureFormats({ isQuick }: Plan): Promise<readonly Figure[]> {
  const toolkit = await startTranslateToolkit()
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-formats-'))
  const rows: SpeedRow[] = []
  try {
    for (const format of ALL_FORMATS) {
      const row = await rowOf(format, {
        toolkit,
        scratch,
        keys: isQuick ? 1500 : 15_000,
        rounds: isQuick ? 3 : 12,
      }).catch((error: unknown) => String(error))
      if (typeof row === 'string') {
        console.log(`${format.id} could not be measured: ${row}`)
        continue
      }
      rows.push(row)
      console.log(
        `${format.id}: ${(row.bytes / 1e6).toFixed(1)} MB, read in ${(row.read * 1000).toFixed(0)} ms`,
      )
    }
  } finally {
    toolkit?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
  if (!isQuick && toolkit !== null) {
    const at = new Date().toISOString().slice(0, 10)
    const docs = path.join(import.meta.dirname, '../../docs/formats.md')
    replaceSection(
      docs,
      'speed table',
      `Last run on ${at}, with Translate Toolkit ${toolkit.version}.\n\n${speedTable(rows)}`,
    )
  }
  return rows.flatMap(figuresOf)
}

type Surroundings = {
  readonly toolkit: TranslateToolkit | null
  readonly scratch: string
  readonly keys: number
  readonly rounds: number
}

async function rowOf(format: Format, { toolkit, scratch, keys, rounds }: Surroundings): Promise<SpeedRow> {
  const bytes = generatedFile(format, keys)
  const file = path.join(scratch, `generated${format.extensions[0] ?? ''}`)
  writeFileSync(file, bytes)
  const library = LIBRARIES.find(({ formats }) => formats.includes(format.id)) ?? null
  const times = await timeOfReading(format, library, bytes, rounds)
  const answer = toolkit?.formats.has(format.id)
    ? await toolkit.ask({ format: format.id, path: file, rounds: Math.ceil(rounds / 6) })
    : null
  if (answer?.error !== undefined)
    console.log(`Translate Toolkit does not read the file of ${format.id}: ${answer.error}`)
  return {
    format: format.id,
    bytes: bytes.length,
    ...times,
    library: library?.name ?? null,
    toolkit:
      answer?.read === undefined || answer.write === undefined
        ? null
        : { read: answer.read, write: answer.write },
    msgcat: format.id === 'gettext-po' ? timeOfMsgcat(file, rounds) : null,
    memory: memoryOf(format.id, file),
  }
}

/** Returns the peak bytes added by reading and one edit, and those retained. */
function memoryOf(id: string, file: string): { readonly peak: number; readonly kept: number } {
  const script = path.join(import.meta.dirname, '../formats/memory-of-reading.ts')
  // A small young generation; otherwise V8 keeps dozens of megabytes of garbage regardless of the file size.
  const flags = ['--expose-gc', '--max-semi-space-size=1', '--import', 'tsx']
  const run = spawnSync(process.execPath, [...flags, script, id, file], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`The memory of ${id} could not be measured: ${run.stderr}`)
  // The script prints nothing else.
  return JSON.parse(run.stdout) as { peak: number; kept: number }
}

function figuresOf(row: SpeedRow): readonly Figure[] {
  const { format, bytes, read, edit, library, parse, toolkit, memory, msgcat } = row
  const figure = (name: string, value: number, unit: string, note?: string): Figure => ({
    name: `formats: ${format} ${name}`,
    value,
    unit,
    ...(note === undefined ? {} : { note }),
  })
  return [
    figure('reading', bytes / 1e6 / read, 'MB/s', `${(bytes / 1e6).toFixed(1)} MB`),
    figure('one edit', bytes / 1e6 / edit, 'MB/s'),
    ...(library === null ? [] : [figure('reading, times a raw parser', read / parse, '×', library)]),
    ...(toolkit === null
      ? []
      : [figure('faster than Translate Toolkit', (toolkit.read + toolkit.write) / (read + edit), '×')]),
    ...(msgcat === null ? [] : [figure('faster than msgcat', msgcat / (read + edit), '×')]),
    figure('memory, times the file', memory.peak / bytes, '×', `${(memory.kept / bytes).toFixed(1)} kept`),
  ]
}
