import { describe, expect, test } from 'vitest'
import { countSearched } from '../../core/test/count-searched.ts'
import { ALL_FORMATS, type EntryEdit, FILE_LIMITS, isWhole } from '../src/index.ts'
import { attacksOn } from './hostile/attacks.ts'

// `npm run bench -- hostile` measures the cost of such files: time depends on the machine.
const BYTES = 20_000
/**
 * How often a reader can examine each character. A search from every piece to the end of the file would
 * examine each of 20,000 characters hundreds of times.
 */
const MOST_SEARCHES = 30

const attacked = ALL_FORMATS.filter(({ id }) => attacksOn(id).length > 0)

describe.each(attacked.map((format) => [format.id, format] as const))('hostile files of %s', (id, format) => {
  const attacks = attacksOn(id).map((attack) => [attack.name, attack] as const)

  test.each(attacks)(
    '%s: each character is examined a few times, the issues are right, and a text can be changed',
    (_, { make, codes }) => {
      const bytes = make(BYTES)
      const { result: document, searched } = countSearched(() => format.read(bytes))
      expect(searched / bytes.length).toBeLessThan(MOST_SEARCHES)
      expect([...new Set(document.issues.map(({ code }) => code))].toSorted()).toEqual(codes.toSorted())
      expect(document.issues.length).toBeLessThanOrEqual(FILE_LIMITS.warnings * 3)
      for (const { span } of document.issues) expect(span.end).toBeLessThanOrEqual(document.text.length + 1)
      const first = document.entries.values().next().value
      if (!isWhole(document) || first === undefined) return
      const isList = typeof first.path[0] === 'number'
      const edits: EntryEdit[] = [
        { kind: 'set', name: first.name, text: 'new' },
        { kind: 'add', path: isList ? [document.entries.size] : ['zz'], text: 'Z', after: [first.name] },
      ]
      const again = format.read(format.edit(document, edits))
      expect(again.issues.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(again.entries.get(first.name)?.text).toBe('new')
      expect(again.entries.size).toBe(document.entries.size + 1)
    },
  )
})
