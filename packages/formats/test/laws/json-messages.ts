import fc from 'fast-check'
import type { HostileFile } from '../samples/sample.ts'
import { frame, piece } from '../samples/sample.ts'

/** Where hostile text can be in a list of messages between `head` and `tail`. */
export const MESSAGE_LIST = (head: string, tail: string): HostileFile => ({
  frames: [
    frame('list', `${head}{"id":"a","translation":"x"},`, `{"id":"z","translation":"y"}${tail}`),
    frame('bare', ''),
    frame('value', `${head}{"id":"a","translation":"`, `"}${tail}`),
    frame('id', `${head}{"id":"`, `","translation":"x"}${tail}`),
    frame('forms', `${head}{"id":"a","translation":{"one":"`, `","other":"x"}}${tail}`),
  ],
  pieces: [
    piece('messages', (i) => `{"id":"k${i}","translation":"v"},`),
    piece('messages on lines', (i) => `\n  {"id":"k${i}","translation":"v"},`),
    piece('one id', () => '{"id":"a","translation":"v"},'),
    piece('forms', (i) => `{"id":"k${i}","translation":{"one":"a","other":"b"}},`),
    piece('no texts', (i) => `{"id":"k${i}"},`),
    piece('no ids', () => '{"translation":"v"},'),
    piece('lists of ids', (i) => `{"id":["k${i}","b"],"translation":"v"},`),
    piece('numbers', (i) => `${i},`),
    piece('empty objects', () => '{},'),
    piece(
      'selections',
      (i) => `{"id":"k${i}","translation":{"select":{"feature":"plural","cases":{"one":"a"}}}},`,
    ),
  ],
})

/** Generates lists of messages, few of whose ids differ, in the object that starts with `head`, or alone. */
export function jsonMessages({
  translation,
  head,
  more,
}: {
  readonly translation: fc.Arbitrary<string>
  readonly head: string
  readonly more: readonly string[]
}): fc.Arbitrary<Uint8Array> {
  const id = fc.constantFrom(
    '"a"',
    '"b"',
    '"home.title"',
    '"é"',
    '"__proto__"',
    '"constructor"',
    '["c", "d"]',
  )
  const message = fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(id, translation, fc.constantFrom('', '', ...more), fc.boolean())
        .map(([name, text, member, isTurned]) =>
          isTurned
            ? `{ "translation": ${text}, "id": ${name}${member} }`
            : `{ "id": ${name}, "translation": ${text}${member} }`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{ "id": "a" }', '"text"', '5', '{}', '{ "id": 5, "translation": "x" }'),
    },
  )
  const space = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t')
  return fc
    .tuple(fc.array(message, { maxLength: 6 }), space, fc.constantFrom('', '\n'))
    .map(([messages, lead, end]) => {
      const list = `[${messages.map((one) => lead + one).join(',')}${lead}]`
      return new Uint8Array(Buffer.from((head === '' ? list : `{ ${head}${list} }`) + end))
    })
}
