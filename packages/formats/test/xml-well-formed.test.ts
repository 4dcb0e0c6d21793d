import { describe, expect, test } from 'vitest'
import { isWhole } from '../src/index.ts'
import { resx } from '../src/resx/resx.ts'
import { parse } from './xml-tree.ts'

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
const file = (value: string, head = HEAD): string =>
  `${head}<root>\n  <data name="a" xml:space="preserve"><value>${value}</value></data>\n</root>\n`
const read = (text: string) => resx.read(new Uint8Array(Buffer.from(text)))

describe('what no XML parser reads is an error', () => {
  test.each([
    ['two hyphens in a comment', file('x<!-- a -- b -->')],
    ['a comment that ends in three hyphens', file('x<!-- a --->')],
    ['the end of a CDATA section in a text', file('a ]]> b')],
    ['the end of a CDATA section after one', file('<![CDATA[a]]> ]]>')],
    ['a declaration after a comment', file('x', `<!-- c -->${HEAD}`)],
    ['a declaration after a line break', file('x', `\n${HEAD}`)],
    ['two declarations', file('x', HEAD + HEAD)],
    ['a declaration within the root', file('<?xml version="1.0"?>')],
    ['a declaration without a version', file('x', '<?xml encoding="utf-8"?>\n')],
    ['a declaration with something else', file('x', '<?xml version="1.0" lang="en"?>\n')],
    ['a declaration whose quotes differ', file('x', `<?xml version="1.0'?>\n`)],
    ['an instruction without a name', file('<? x?>')],
    ['an instruction whose name has a sign', file('<?x=y z?>')],
    ['an instruction whose name starts with a digit', file('<?1x?>')],
    ['two document types', file('x', '<!DOCTYPE root><!DOCTYPE root>\n')],
  ])('%s', (_, text) => {
    expect(() => parse(text)).toThrow('not XML')
    expect(isWhole(read(text))).toBe(false)
  })
})

describe('what every XML parser reads is whole', () => {
  test.each([
    ['single hyphens in a comment', file('x<!-- a - b -c- -->'), 'x'],
    ['an empty comment', file('x<!---->'), 'x'],
    ['brackets in a text', file('a ]] > ]> b'), 'a ]] > ]> b'],
    ['an escaped end of a CDATA section', file('a ]]&gt; b'), 'a ]]> b'],
    ['brackets at the end of a CDATA section', file('<![CDATA[a]]]]><![CDATA[>]]>'), 'a]]>'],
    ['no declaration', file('x', ''), 'x'],
    [
      'a declaration with all its parts',
      file('x', `<?xml version='1.0' encoding="utf-8" standalone='yes' ?>\n`),
      'x',
    ],
    ['an instruction in a text', file('a<?x-y.z 1 < 2?>b<?é?>'), 'ab'],
    ['a stylesheet', file('x', `${HEAD}<?xml-stylesheet href="a.xsl"?>\n`), 'x'],
    ['a comment and a document type', file('x', `${HEAD}<!-- c --><!DOCTYPE root>\n`), 'x'],
  ])('%s', (_, text, value) => {
    parse(text)
    const document = read(text)
    expect(document.issues).toEqual([])
    expect(document.entries.get('a')?.text).toBe(value)
  })
})
