import { ALL_SYNTAXES } from '@dragoman/core'
import { ALL_FORMATS, detectProjects } from '@dragoman/formats'
import { PIECES } from '../../packages/core/test/message-pieces.ts'
import type { Figure } from '../figure.ts'
import { GENERATED_VIEW, generatedFile } from './generated-file.ts'
import { growthOf } from './growth.ts'

/** Sizes that are compared with four times as much. */
const EDITS = 1000
const CHARACTERS = 50_000
const PATHS = 10_000

const UNIT = 'times for four times the size'

/** How the cost of adding entries to a new file and removing them grows with their number, by format. */
export async function growthsOfEdits(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const format of ALL_FORMATS) {
    const growth = await growthOf((entries) => {
      const document = format.read(generatedFile(format, entries), GENERATED_VIEW)
      format.edit(
        document,
        [...document.entries.keys()].map((name) => ({ kind: 'remove', name })),
      )
    }, EDITS)
    figures.push({ name: `hostile: ${format.id} growth of edits`, value: growth, unit: UNIT })
  }
  return figures
}

/** How the cost of parsing a message grows with its length: the worst of all syntaxes and repeated pieces. */
export async function growthOfMessages(): Promise<Figure> {
  let worst = { growth: 0, note: '' }
  for (const syntax of ALL_SYNTAXES) {
    for (const piece of PIECES) {
      const parse = (length: number) => syntax.parse(piece.repeat(Math.ceil(length / piece.length)))
      const growth = await growthOf(parse, CHARACTERS)
      if (growth > worst.growth) worst = { growth, note: `${syntax.id}, ${JSON.stringify(piece)}` }
    }
  }
  return { name: 'hostile: messages, growth', value: worst.growth, unit: UNIT, note: worst.note }
}

/** How the cost of finding the projects of a repository grows with its files. */
export async function growthOfDetection(): Promise<Figure> {
  const content = {
    head: async () => '{ "a": "b" }',
    bytes: async () => new Uint8Array(),
    size: async () => 12,
  }
  const growth = await growthOf(async (count) => {
    const paths = Array.from(
      { length: count },
      (_, i) => `packages/p${i % 400}/src/part${i % 37}/file${i}.json`,
    )
    await detectProjects([...paths, 'locales/en/app.json', 'locales/de/app.json'], content)
  }, PATHS)
  return { name: 'hostile: detection, growth', value: growth, unit: UNIT }
}
