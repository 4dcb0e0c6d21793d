import fc from 'fast-check'

const plain = fc.constantFrom(
  'plain',
  'two words # behind',
  "'it''s'",
  '"a\\tb: c"',
  '""',
  '"{{.Count}} files"',
  'yes',
  '12',
  '',
)

/** Texts of a message whose members have this indentation. */
const textAt = (indent: string) =>
  fc.oneof(
    { weight: 6, arbitrary: plain },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('|', '|-', '>')
        .map((mark) => `${mark}\n${indent}  lines\n${indent}  of text`),
    },
  )

const messageAt = (indent: string) => {
  const part = fc.oneof(
    plain.map((text) => `${indent}description: ${text}\n`),
    fc.constant(`${indent}hash: sha1-0a\n`),
    fc.constant(`${indent}# note\n`),
    fc.constant('\n'),
  )
  const form = (name: string) => textAt(indent).map((text) => `${indent}${name}: ${text}\n`)
  const forms = fc.oneof(
    fc.tuple(form('other')),
    fc.tuple(form('"other"')),
    fc.tuple(form('one'), form('other')),
    fc.tuple(form('one'), form('few'), form('other')),
  )
  return fc
    .tuple(fc.array(part, { maxLength: 2 }), forms, fc.array(part, { maxLength: 1 }))
    .map(([above, texts, below]) => [...above, ...texts, ...below].join(''))
}

const entry = fc.oneof(
  { weight: 5, arbitrary: messageAt('  ').map((message) => (key: string) => `${key}:\n${message}`) },
  { weight: 2, arbitrary: plain.map((text) => (key: string) => `${key}: ${text}\n`) },
  {
    weight: 1,
    arbitrary: messageAt('    ').map(
      (message) => (key: string) => `${key}:\n  home: Home\n  deep:\n${message}`,
    ),
  },
  { weight: 1, arbitrary: fc.constant((key: string) => `${key}: {one: A, other: "B"}\n`) },
)

/** Files with messages of go-i18n 2 by their keys. */
export const goMessageFile = fc
  .tuple(
    // Without a head, the comment of the first message would be that of the file.
    fc.constantFrom('# Licence\n\n', '---\n'),
    fc.array(fc.tuple(fc.constantFrom('', '', '# about\n', '\n'), entry), { minLength: 1, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([head, entries, isWindows]) => {
    const text = head + entries.map(([above, print], i) => above + print(`key${i}`)).join('')
    return new Uint8Array(Buffer.from(isWindows ? text.replaceAll('\n', '\r\n') : text))
  })
