import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
    frames: [
      BARE,
      frame('value', 'a = ', '\nb = x\n'),
      frame('block', 'a =\n    x', '\nb = x\n'),
      frame('placeable', 'a = {', '}\nb = x\n'),
      frame('string', 'a = {"', '"}\n'),
    ],
    pieces: [
      piece('entries', (i) => `k${i} = v\n`),
      piece('one name', () => 'a = v\n'),
      piece('attributes', (i) => `k${i} =\n .a = v\n`),
      piece('attributes of one message', (i) => `${i === 0 ? 'm = x\n' : ''} .a${i} = v\n`),
      piece('selectors', (i) => `k${i} = { $a ->\n *[a] v\n }\n`),
      piece('variants', (i) => `${i === 0 ? 'm = { $a ->\n *[a] x\n' : ''} [b] v\n`),
      piece('lines', () => ' v\n'),
      piece('comments', () => '# x\n'),
      piece('junk', () => 'x\n'),
      piece('terms', (i) => `-k${i} = v\n`),
    ],
  },
  detailed: [
    file()`${ofFile('### zqfile\n\n')}${ofFile('## zqgroup\n\n')}${comment('k1', '# zqwords\n')}k1 = Eins
k2 = Zwei { $name }
${ofFile('\n# zqalone\n\n')}`,
  ],
  project: perLanguage(
    (language) => `locales/${language}/app.ftl`,
    (texts) => `## Shop\n\n${each((name, at) => `${name}  = ${texts[at]}\n`)}`,
  ),
}
