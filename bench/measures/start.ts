import type { Figure } from '../figure.ts'
import { memoryOf } from '../machine.ts'
import type { Plan } from '../plan.ts'
import { startProduct } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { imported } from '../workspace.ts'

/** Starts the built product on a data folder with a million texts and a connected folder of files. */
export async function measureStart({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const { data } = await imported(size)
  const times: number[] = []
  for (let run = 0; run < (isQuick ? 3 : 9); run++) {
    const product = await startProduct({ data })
    times.push(product.listeningAfterMs)
    await product.stop()
  }
  const product = await startProduct({ data })
  try {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const memory = memoryOf(product.pid)
    return [
      {
        name: 'start: to listening',
        value: percentile(times, 0.95),
        median: median(times),
        unit: 'ms',
        samples: times.length,
      },
      {
        name: 'start: idle memory',
        value: memory?.nowMB ?? Number.NaN,
        unit: 'MB',
        note: '10 s after the start, nobody connected',
      },
      {
        name: 'start: peak memory',
        value: memory?.peakMB ?? Number.NaN,
        unit: 'MB',
        note: 'while the folder is compared',
      },
    ]
  } finally {
    await product.stop()
  }
}

const IDLE_MS = 10_000
