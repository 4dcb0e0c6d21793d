import { readFileSync } from 'node:fs'
import path from 'node:path'
import { formatFor } from '@dragoman/formats'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { median } from '../statistics.ts'
import { imported } from '../workspace.ts'

/** Reading with positions and one edit, beside what JSON.parse alone takes for the same bytes in the same run. */
export async function measureFormats({ size }: Plan): Promise<readonly Figure[]> {
  const { files } = await imported(size)
  const file = path.join(files, 'locales/pl/checkout.json')
  const bytes = readFileSync(file)
  const { format } = formatFor('locales/pl/checkout.json')
  if (format === null) throw new Error('No format reads the seed.')
  const document = format.read(bytes)
  const names = [...document.entries.keys()]
  const times = { parse: [] as number[], read: [] as number[], edit: [] as number[] }
  for (let round = 0; round < 40; round++) {
    times.parse.push(timeOf(() => JSON.parse(bytes.toString('utf8'))))
    times.read.push(timeOf(() => format.read(bytes)))
    const name = names[(round * 97) % names.length] ?? ''
    times.edit.push(timeOf(() => format.edit(document, [{ kind: 'set', name, text: `Nowy tekst ${round}` }])))
  }
  const speed = (samples: readonly number[]) => bytes.length / 1000 / median(samples)
  return [
    {
      name: 'formats: JSON.parse',
      value: speed(times.parse),
      unit: 'MB/s',
      note: `${(bytes.length / 1000).toFixed(0)} kB, ${names.length} entries`,
    },
    { name: 'formats: JSON read with positions', value: speed(times.read), unit: 'MB/s' },
    { name: 'formats: JSON one edit', value: speed(times.edit), unit: 'MB/s' },
  ]
}

function timeOf(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
