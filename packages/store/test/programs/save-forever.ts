import { appendFileSync } from 'node:fs'
import { applyOperation, listProjects, openStore, translation } from '../../src/index.ts'
import { MARA } from '../sample.ts'

/**
 * Saves increasing numbers until it is killed; after each save, the acknowledged number is written to a file
 * synchronously.
 */
const [folder = '', acknowledged = ''] = process.argv.slice(2)

async function main(): Promise<void> {
  const store = await openStore({ kind: 'sqlite', folder })
  const [project] = await store.read(listProjects)
  if (!project) throw new Error('no project')
  const projectId = project.id
  const row = await store.read((r) => translation(r, projectId, 1, 'de'))
  process.stdout.write('ready\n')
  for (let n = Number(row?.forms.other ?? 0) + 1; ; n++) {
    await store.write((w) =>
      applyOperation(w, {
        projectId,
        kind: 'save',
        by: MARA,
        at: new Date(0).toISOString(),
        changes: [{ kind: 'translate', keyId: 1, language: 'de', forms: { other: String(n) } }],
      }),
    )
    appendFileSync(acknowledged, `${n}\n`)
  }
}

await main()
