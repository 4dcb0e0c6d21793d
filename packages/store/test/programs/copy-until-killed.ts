import { copyDatabase, type StoreConfig } from '../../src/index.ts'

/** Copies a database; prints each table, and `done` at the end. */
const [from = '', to = ''] = process.argv.slice(2)

function configOf(text: string): StoreConfig {
  return text.startsWith('postgres') ? { kind: 'postgres', url: text } : { kind: 'sqlite', folder: text }
}

process.stdout.write('ready\n')
await copyDatabase(configOf(from), configOf(to), {
  onTable: (name) => void process.stdout.write(`${name}\n`),
})
process.stdout.write('done\n')
