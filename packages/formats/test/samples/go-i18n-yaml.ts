import fc from 'fast-check'
import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { fileOf, textOf } from '../laws/pieces.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

const text = textOf(
  "'",
  '"',
  ': ',
  ' #',
  '- ',
  '|',
  '>',
  '\n',
  '\n\n',
  '\t',
  '{{ .Count }}',
  '&',
  '*',
  '%',
  '@',
  'é',
  '\u2028',
)
const scalar = fc.constantFrom(
  'a',
  '"a"',
  "'it''s'",
  '""',
  '"x\\ty"',
  'two words # why',
  '|\n    lines\n    of text',
  '>-\n    folded\n    text',
  '"long\n    text"',
  '{{.Count}}',
)
const translation = fc.oneof(
  { weight: 6, arbitrary: scalar.map((value) => `translation: ${value}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(scalar, scalar)
      .map(([one, other]) => `translation:\n    one: ${indent(one)}\n    other: ${indent(other)}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'translation:',
      'translation: 5',
      'translation: [a]',
      'translation: {other: b}',
      'n: 1',
    ),
  },
)
const message = fc
  .tuple(
    fc.constantFrom('', '', '', '\n', '# note\n', '\n# group\n\n'),
    fc.constantFrom('a', 'b', 'home.title', "'q'", '"d"', 'é', '__proto__', 'with space'),
    translation,
    fc.constantFrom('', '', '\n  more: 1'),
  )
  .map(([lead, id, value, more]) => `${lead}- id: ${id}\n  ${value}${more}`)

function indent(value: string): string {
  return value.replaceAll('\n', '\n  ')
}

export const sample: FormatSample = {
  hostile: {
    frames: [
      frame('list', '- id: a\n  translation: x\n', '- id: z\n  translation: y\n'),
      BARE,
      frame('value', '- id: a\n  translation: ', '\n- id: z\n  translation: y\n'),
      frame('quoted', '- id: a\n  translation: "', '"\n'),
      frame('id', '- id: ', '\n  translation: x\n'),
    ],
    pieces: [
      piece('messages', (i) => `- id: k${i}\n  translation: v\n`),
      piece('one id', () => '- id: a\n  translation: v\n'),
      piece('forms', (i) => `- id: k${i}\n  translation:\n    one: a\n    other: b\n`),
      piece('comments', () => '# x\n'),
      piece('no texts', (i) => `- id: k${i}\n`),
      piece('dashes', () => '- '),
      piece('blank lines', () => '\n'),
    ],
  },
  detailed: [
    file()`${ofFile('# zqhead\n\n')}- id: k1
  translation: Eins {{.Name}}
${comment('k2', '# zqwords\n')}- id: k2
  translation: Zwei${detail('k2', '\n  more: zqmore')}
${comment('k3', '# zqthings\n')}- id: k3
  translation:
    one: ein Ding
    other: "{{.Count}} Dinge"
`,
  ],
  project: perLanguage(
    (language) => `i18n/${language}.yaml`,
    (texts) => each((name, at) => `- id: ${name}\n  translation: "${texts[at]}"\n`, '\n'),
  ),
  laws: {
    file: fileOf(message, ['\n', '\n', '\r\n']),
    text,
    path: fc.constantFrom(['new'], ['a.b'], ['__proto__'], ['with space'], ['yes']),
    // Forms are renamed together, which the law does not request.
    floors: { rename: 40 },
  },
}
