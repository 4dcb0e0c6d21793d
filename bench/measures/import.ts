import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { median } from '../statistics.ts'
import { type ImportFacts, importSeed } from '../workspace.ts'

/** A folder of a million texts, from the request that connects it to the last string in the catalog. */
export async function measureImport({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const runs: ImportFacts[] = []
  for (let run = 0; run < (isQuick ? 1 : 3); run++) runs.push(await importSeed(size))
  return [
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
