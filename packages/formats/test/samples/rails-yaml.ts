import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
    frames: [
      frame('map', 'de:\n  a: x\n', '\n  z: y\n'),
      BARE,
      frame('value', 'de:\n  a: "', '"\n'),
      frame('single quotes', "de:\n  a: '", "'\n"),
      frame('plain', 'de:\n  a: x', '\n'),
      frame('block', 'de:\n  a: |\n    x', '\n  b: y\n'),
      frame('flow', 'de: {', '}\n'),
      frame('name', 'de:\n  ', ': x\n'),
    ],
    pieces: [
      piece('entries', (i) => `  k${i}: v\n`),
      piece('one name', () => '  a: v\n'),
      piece('anchors', (i) => `  k${i}: &a${i} v\n`),
      piece('one anchor', (i) => `  k${i}: &a v\n`),
      piece('aliases', (i) => `  k${i}: *a\n`),
      piece('anchors and aliases', (i) => `  k${i}: &a${i} v\n  l${i}: *a${i}\n`),
      piece('merges', (i) => `  k${i}:\n    <<: *a\n`),
      piece('groups', (i) => `  k${i}:\n    other: v\n`),
      piece('lists', () => '  - a\n'),
      piece('lists of maps', () => '  - a: b\n'),
      piece('comments', () => '  # x\n'),
      piece('blank lines', () => '  \n'),
      piece('documents', () => '---\na: b\n'),
      piece('tags', (i) => `  k${i}: !x v\n`),
      piece('flow maps', (i) => `  k${i}: {a: b}\n`),
      piece('explicit names', (i) => `  ? k${i}\n  : v\n`),
      piece('blocks', (i) => `  k${i}: |\n    v\n`),
      piece('empty', (i) => `  k${i}:\n`),
      piece('deeper lines', (i) => `${' '.repeat(2 + (i % 90))}a:\n`),
      piece('directives', () => '%TAG ! tag:x,2000:\n'),
    ],
  },
  detailed: [
    file()`${ofFile('# zqhead\n\n')}de:
  ${comment('k1', '# zqwords\n  ')}k1: Eins${comment('k1', ' # zqbeside')}
  k2: ${detail('k2', '&zqanchor ')}Zwei
  k3:
    ${comment('k3', '# zqone\n    ')}one: ein Ding
    ${comment('k3', '# zqother\n    ')}other: viele Dinge
${ofFile('  n: 900001\n')}${ofFile('  list: [900002, true]\n')}${ofFile('\n# zqend\n')}`,
  ],
  project: perLanguage(
    (language) => `config/locales/${language}.yml`,
    ([title, pay, cart, till, help], language) =>
      `# Shop\n${language}:\n  title: "${title}"\n  shop:\n    pay: '${pay}' # till\n    cart: ${cart}\n  till:   ${till}\n  help: ${help}\n`,
  ),
}
