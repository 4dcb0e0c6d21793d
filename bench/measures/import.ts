import path from 'node:path'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { measureRawImport, type RawImport } from '../raw-import.ts'
import { median } from '../statistics.ts'
import { type ImportFacts, imported, importSeed } from '../workspace.ts'

/**
 * A folder of a million texts, from the request that connects it to the last string in the catalog and in the
 * search index, compared with the raw work.
 */
export async function measureImport({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const runs: ImportFacts[] = []
  const raws: RawImport[] = []
  for (let run = 0; run < (isQuick ? 1 : 3); run++) {
    runs.push(await importSeed(size))
    const { files, data } = await imported(size)
    raws.push(measureRawImport(files, path.join(data, 'dragoman.db')))
  }
  const inAll = median(runs.map((run) => run.processorSecondsInAll))
  const raw = raws.toSorted((a, b) => secondsOf(a) - secondsOf(b))[Math.floor(raws.length / 2)]
  return [
    {
      name: 'import: processor time, times the raw work',
      value: inAll / (raw ? secondsOf(raw) : Number.NaN),
      unit: '×',
      samples: runs.length,
      note: raw
        ? `${inAll.toFixed(1)} s with the search index; raw: parsing ${raw.parsing.toFixed(1)}, rows ${raw.rows.toFixed(1)}, index ${raw.index.toFixed(1)} s`
        : '',
    },
    { name: 'import: time', value: median(runs.map((run) => run.seconds)), unit: 's', samples: runs.length },
    {
      name: 'import: processor time',
      value: median(runs.map((run) => run.processorSeconds)),
      unit: 's',
      samples: runs.length,
    },
    {
      name: 'import: search index ready after',
      value: median(runs.map((run) => run.restSeconds)),
      unit: 's more',
      samples: runs.length,
    },
    {
      name: 'import: peak memory',
      value: Math.max(...runs.map((run) => run.peakMB)),
      unit: 'MB',
      samples: runs.length,
    },
    {
      name: 'import: memory after',
      value: Math.max(...runs.map((run) => run.afterMB)),
      unit: 'MB',
      samples: runs.length,
    },
  ]
}

function secondsOf({ parsing, rows, index }: RawImport): number {
  return parsing + rows + index
}
