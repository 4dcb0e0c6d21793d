import { applyOperation, createProject, openStore } from '../../src/index.ts'
import { MARA } from '../sample.ts'

/**
 * Writes larger and larger texts to a new data folder until the store refuses, and prints the name of the
 * error.
 */
const [folder = ''] = process.argv.slice(2)
const at = '2026-01-02T03:04:05.000Z'
try {
  const store = await openStore({ kind: 'sqlite', folder })
  const project = await store.write((w) =>
    createProject(w, { slug: 'full', name: 'Full', sourceLanguage: 'en', at }),
  )
  for (let i = 0; i < 1000; i++) {
    const texts = new Map([['en', { forms: { other: `${i} ${'text '.repeat(5000)}` } }]])
    const changes = [
      {
        kind: 'add-key' as const,
        namespace: 'common',
        name: `key${i}`,
        plural: 'none' as const,
        path: [`key${i}`],
        texts,
      },
    ]
    await store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'save', by: MARA, at, changes }),
    )
  }
  process.stdout.write('never refused\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.name : String(error)}\n`)
}
process.exit(0)
