import type { Frame } from '../samples/sample.ts'
import { SAMPLES } from '../samples.ts'
import { workbookOf } from '../xlsx-file.ts'
import { attacksOn } from './attacks.ts'
import { counted, repeated } from './fill.ts'

/** A kind of file, of any size, that is designed to be expensive to read. */
export type HostileShape = {
  readonly format: string
  /** Describes for people where a piece is repeated, and which one. */
  readonly name: string
  /** Whether it consists of many small pieces, all different. */
  readonly isCounted: boolean
  readonly make: (bytes: number) => Uint8Array
}

/** Pieces that are repeated at every position of every format. */
const UNITS: readonly string[] = [
  ...[...'\n\r \ta0"\'`\\{}[]()<>&#=:,;-|%*$@!?./~^_é😀\0\ufeff\u2028'],
  ...[
    '\r\n',
    '\\\n',
    '\\"',
    '\\\\',
    '\\u',
    '""',
    "''",
    '"""',
    "'''",
    '{}',
    '[]',
    '{{a}}',
    '{a,plural,',
    '"a":',
    '"a" ',
    "'a'",
  ],
  ...[
    '<a>',
    '</a>',
    '<a/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<a b="c"',
    '&amp;',
    '&a;',
    '&a ',
    '*a ',
    '&a a\n',
    '*a: ',
    '!a ',
  ],
  ...[
    '# x\n',
    'a=\n',
    '=\n',
    'a: ',
    'a:\n',
    ': ',
    ':\n',
    '- ',
    '-\n',
    '- - ',
    '? ',
    '?\n',
    ', ',
    ',\n',
    ';\n',
    '//',
    '/*',
    '*/',
    '%s',
    '---\n',
    '...\n',
  ],
  ...[
    'a\n',
    ' a\n',
    '\\n',
    '{a',
    '}\n',
    '|\n',
    '>\n',
    '" "',
    '"\n',
    "'\n",
    '`\n',
    '"\n"',
    '"x\n',
    '[\n',
    '[a\n',
    '[a]',
    '[[',
    'a.',
    'a,"',
    '",',
    '\t"',
  ],
]

/** Delimiters to nest. */
const NESTS: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{a: ', '}'],
  ['{ ', ' }'],
  ['(', ')'],
  ['<a>', '</a>'],
  ['<g id="1">', '</g>'],
  ['<group id="1">', '</group>'],
  ["['a' => ", '],'],
  ['array(', '),'],
  ['"', '"'],
]

/** Returns every shape for one format. */
export function hostileShapes(format: string): readonly HostileShape[] {
  const found = SAMPLES.find((sample) => sample.format === format)?.hostile
  const first = found?.frames[0]
  if (found === undefined || first === undefined) throw new Error(`There are no hostile files of ${format}.`)
  const shape = (
    frame: Frame,
    name: string,
    body: (bytes: number) => string,
    isCounted = false,
  ): HostileShape => ({
    format,
    name: `${frame.name}: ${name}`,
    isCounted,
    make: (bytes) => fileOf(format, frame, body(bytes)),
  })
  return [
    ...found.frames.flatMap((frame) => [
      ...UNITS.map((unit) => shape(frame, JSON.stringify(unit), (bytes) => repeated(unit, bytes))),
      ...NESTS.map(([open, close]) =>
        shape(frame, `nested ${open}${close}`, (bytes) => nested(open, close, bytes)),
      ),
    ]),
    ...found.pieces.map(({ name, of }) => shape(first, `many ${name}`, (bytes) => counted(of, bytes), true)),
    ...attacksOn(format),
  ]
}

function nested(open: string, close: string, bytes: number): string {
  const depth = Math.ceil(bytes / (open.length + close.length))
  return open.repeat(depth) + close.repeat(depth)
}

/** In a workbook, `bytes` is the size of the unpacked sheet. */
function fileOf(format: string, { head, tail }: Frame, body: string): Uint8Array {
  const text = `${head}${body}${tail}`
  return format === 'xlsx' ? workbookOf({ rows: text }) : new Uint8Array(Buffer.from(text))
}
