import { describe, expect, test } from 'vitest'
import { formatById } from '../src/index.ts'

const HEAD = '<?xml version="1.0" encoding="iso-8859-1"?>\n'
const VIEW = { language: 'de', side: 'target' } as const

const resources = (text: string) => `<resources><string name="a">${text}</string></resources>\n`
const xliff1 = (text: string) =>
  `<xliff version="1.2"><file original="f" datatype="plaintext" source-language="en" target-language="de"><body><trans-unit id="a"><source>A</source><target>${text}</target></trans-unit></body></file></xliff>\n`
const xliff2 = (text: string) =>
  `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><segment><source>A</source><target>${text}</target></segment></unit></file></xliff>\n`
const tmx = (text: string) =>
  `<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/><body><tu tuid="a"><tuv xml:lang="en"><seg>A</seg></tuv><tuv xml:lang="de"><seg>${text}</seg></tuv></tu></body></tmx>\n`

/** Replaces the text `a` of a file in Latin-1, and returns the file. */
function editLatin1(id: string, file: string, text: string): string {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  const document = format.read(Buffer.from(HEAD + file, 'latin1'), VIEW)
  return Buffer.from(format.edit(document, [{ kind: 'set', name: 'a', text }])).toString('latin1')
}

// A reference in a tag would be another text, because tags are shown as the file has them.
describe.each<[string, (text: string) => string, (content: string) => string]>([
  ['xliff-1', xliff1, (title) => `<x id="1" equiv-text="${title}"/>`],
  ['xliff-2', xliff2, (title) => `<ph id="1" equiv="${title}"/>`],
  ['tmx', tmx, (title) => `<ph type="${title}"/>`],
])('%s: a character that the charset does not have', (id, fileOf, tagWith) => {
  const edit = (text: string) => editLatin1(id, fileOf(`Alt ${tagWith('t')}`), text)

  test('is a reference in a text', () => {
    expect(edit(`日 é ${tagWith('é')}`)).toBe(HEAD + fileOf(`&#26085; é ${tagWith('é')}`))
  })

  test('is refused in a tag', () => {
    expect(() => edit(`Neu ${tagWith('日')}`)).toThrow('not-representable: a')
  })
})

// A text shows such a reference as its character: no one writes references with zeros like these.
describe.each(['android-xml', 'compose-xml'])('%s: a character that the charset does not have', (id) => {
  const tagWith = (title: string) => `<b title='${title}'>x</b>`

  test('is a reference in a text', () => {
    expect(editLatin1(id, resources(`Alt ${tagWith('t')}`), `日 é ${tagWith('é')}`)).toBe(
      HEAD + resources(`&#26085; é ${tagWith('é')}`),
    )
  })

  test('is a reference also in a tag, which stays a tag', () => {
    const file = resources(`Neu ${tagWith('&#0026085;é&#00128512;')}`)
    const text = `Neu ${tagWith('日é😀')}`
    expect(editLatin1(id, resources(`Alt ${tagWith('t')}`), text)).toBe(HEAD + file)
    expect(
      formatById(id)
        ?.read(Buffer.from(HEAD + file, 'latin1'), VIEW)
        .entries.get('a')?.text,
    ).toBe(text)
  })

  test('leaves no tag if its reference is too long', () => {
    const quote = id === 'android-xml' ? "\\'" : "'"
    expect(editLatin1(id, resources(`Alt ${tagWith('t')}`), `Neu ${tagWith('\u{10ffff}')}`)).toBe(
      HEAD + resources(`Neu &lt;b title=${quote}&#1114111;${quote}>x&lt;/b>`),
    )
  })
})
