import { describe, expect, test } from 'vitest'
import { formatById } from '../src/index.ts'

const TOOLS = 'xmlns:tools="http://schemas.android.com/tools"'

describe.each(['android-xml', 'compose-xml'])(
  '%s: a new file does not have the language of its model',
  (id) => {
    const format = formatById(id)
    if (format === null) throw new Error(id)
    const file = (attributes: string, text: string): string =>
      `<resources${attributes}>\n    <string name="a">${text}</string>\n</resources>\n`
    const create = (attributes: string, language?: string): string => {
      const model = format.read(Buffer.from(file(attributes, 'Text')))
      const view = language === undefined ? undefined : ({ language, side: 'target' } as const)
      return Buffer.from(
        format.create(model, [{ kind: 'add', path: ['a'], text: 'neu', after: [] }], view),
      ).toString()
    }

    test.each<[string, string, string]>([
      ['an attribute', ` ${TOOLS} tools:locale="en"`, ` ${TOOLS}`],
      [
        'one on a line of its own',
        ` ${TOOLS}\n    tools:locale='en' tools:ignore="X"`,
        ` ${TOOLS} tools:ignore="X"`,
      ],
      [
        'one with another prefix',
        ` t:locale="en" ${TOOLS.replace('tools', 't')}`,
        ` ${TOOLS.replace('tools', 't')}`,
      ],
    ])('%s', (_, attributes, kept) => {
      expect(create(attributes, 'de')).toBe(file(kept, 'neu'))
      expect(create(attributes)).toBe(file(kept, 'neu'))
    })

    test('that of the same language has it', () => {
      const attributes = ` ${TOOLS} tools:locale="en"`
      expect(create(attributes, 'en')).toBe(file(attributes, 'neu'))
    })

    test('attributes of other namespaces are kept', () => {
      const attributes = ' xmlns:tools="urn:other" tools:locale="en" locale="en"'
      expect(create(attributes, 'de')).toBe(file(attributes, 'neu'))
    })
  },
)
