import { comment, detail, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
    frames: [
      BARE,
      frame('value', 'a="', '"\n'),
      frame('text', 'a="""', '"""\n'),
      frame('array', 'a=[', ']\n'),
      frame('inline table', 'a={', '}\n'),
      frame('name', '', '=1\n'),
    ],
    pieces: [
      piece('entries', (i) => `k${i}="v"\n`),
      piece('one name', () => 'a="v"\n'),
      piece('tables', (i) => `[k${i}]\n`),
      piece('tables of one name', () => '[a]\n'),
      piece('tables with an entry', (i) => `[k${i}]\nother="v"\n`),
      piece('tables within', (i) => `[a.k${i}]\nx="v"\n`),
      piece('dotted tables', (i) => `[a.b.c${i}.d]\n`),
      piece('lists of tables', () => '[[a]]\n'),
      piece('lists of tables with an entry', () => '[[a]]\nx="v"\n'),
      piece('dotted names', (i) => `a.b.c${i}="v"\n`),
      piece('inline tables', (i) => `k${i}={a="b"}\n`),
      piece('numbers', (i) => `k${i}=1\n`),
      piece('comments', () => '#x\n'),
    ],
  },
  detailed: [
    file()`${ofFile('# zqhead\n\n')}${comment('k1', '# zqwords\n')}[k1]${comment('k1', ' # zqbeside')}
${comment('k1', 'description = "zqdescription"\n')}${detail('k1', 'hash = "zqhash"\n')}other = "Eins"

[k2]
one = "{{ .Count }} Ding"
other = "{{ .Count }} Dinge"
`,
  ],
  project: perLanguage(
    (language) => `i18n/${language}.toml`,
    (texts) => `# Shop\n${each((name, at) => `[${name}]\nother   = "${texts[at]}"\n`, '\n')}`,
  ),
}
