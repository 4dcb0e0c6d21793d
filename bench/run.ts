// Runs the measurements named as arguments (all without any), prints a table and writes
// bench/results/<name>.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BUDGETS } from './budgets.ts'
import { type Figure, printTable, verdictOf } from './figure.ts'
import { machineFacts } from './machine.ts'
import { measureDuringImport } from './measures/beside-import.ts'
import { measureWithAttackers } from './measures/beside-others.ts'
import { measureDelivery } from './measures/delivery.ts'
import { measureDeliveryAfterSave } from './measures/delivery-after-save.ts'
import { measureEditor } from './measures/editor.ts'
import { measureFormats } from './measures/formats.ts'
import { measureGit } from './measures/git.ts'
import { measureBranches } from './measures/git-branches.ts'
import { measureHostile } from './measures/hostile.ts'
import { measureImport } from './measures/import.ts'
import { measureInterface } from './measures/interface.ts'
import { measurePeople } from './measures/people.ts'
import { measureProcesses } from './measures/processes.ts'
import { measurePublishing } from './measures/publishing.ts'
import { measureSave, measureWriteBack } from './measures/save.ts'
import { measureSize } from './measures/size.ts'
import { measureSlowNetwork } from './measures/slow-network.ts'
import { measureStart } from './measures/start.ts'
import { measureWebhooks } from './measures/webhooks.ts'
import type { Plan } from './plan.ts'

const MEASURES: ReadonlyMap<string, (plan: Plan) => Promise<readonly Figure[]>> = new Map([
  ['import', measureImport],
  ['beside-import', measureDuringImport],
  ['beside-others', measureWithAttackers],
  ['editor', measureEditor],
  ['interface', measureInterface],
  ['save', measureSave],
  ['start', measureStart],
  ['write-back', measureWriteBack],
  ['delivery', measureDelivery],
  ['delivery-after-save', measureDeliveryAfterSave],
  ['publishing', measurePublishing],
  ['processes', measureProcesses],
  ['people', measurePeople],
  ['webhooks', measureWebhooks],
  ['formats', measureFormats],
  ['git', measureGit],
  ['git-branches', measureBranches],
  ['hostile', measureHostile],
  ['size', measureSize],
  ['slow-network', measureSlowNetwork],
])

const isQuick = process.argv.includes('--quick')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--quick')
const unknown = wanted.filter((name) => !MEASURES.has(name))
if (unknown.length > 0) {
  console.error(
    `No measurement is called ${unknown.join(', ')}. There are: ${[...MEASURES.keys()].join(', ')}; and --quick.`,
  )
  process.exit(2)
}

const plan: Plan = { size: isQuick ? 'M' : 'L', isQuick }
const machine = machineFacts()
console.log(
  Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(' · '),
)
const everything: Figure[] = []
for (const [name, measure] of MEASURES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name} (seed ${plan.size})`)
  try {
    const figures = await measure(plan)
    printTable(figures)
    writeResult(name, figures)
    everything.push(...figures)
  } catch (error) {
    console.log(`could not be measured: ${error instanceof Error ? error.message : String(error)}`)
  }
}
const judged = everything.map(verdictOf)
console.log(
  `\n${judged.filter((verdict) => verdict === 'met').length} budgets met, ${judged.filter((verdict) => verdict === 'missed').length} missed.`,
)

function writeResult(name: string, figures: readonly Figure[]): void {
  const folder = path.join(import.meta.dirname, 'results', ...(isQuick ? ['tmp'] : []))
  mkdirSync(folder, { recursive: true })
  const rows = figures.map((figure) => ({
    ...figure,
    budget: BUDGETS.get(figure.name) ?? null,
    verdict: verdictOf(figure),
  }))
  const result = {
    measure: name,
    seed: plan.size,
    at: new Date().toISOString(),
    machine: machineFacts(),
    figures: rows,
  }
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}
