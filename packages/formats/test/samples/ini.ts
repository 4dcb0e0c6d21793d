import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
    frames: [
      BARE,
      frame('value', 'a=', '\nb=x\n'),
      frame('quoted', 'a="', '"\nb=x\n'),
      frame('backticks', 'a=`', '`\nb=x\n'),
      frame('section', '[', ']\na=x\n'),
    ],
    pieces: [
      piece('entries', (i) => `k${i}=v\n`),
      piece('one name', () => 'a=v\n'),
      piece('sections', (i) => `[k${i}]\n`),
      piece('sections with an entry', (i) => `[k${i}]\na=v\n`),
      piece('one section', () => '[a]\n'),
      piece('one section again', (i) => `[a]\nk${i}=v\n`),
      piece('comments', () => ';x\n'),
      piece('names alone', () => 'a\n'),
    ],
  },
  detailed: [
    file()`${ofFile('; zqhead\n\n')}[menu]
${comment('menu.k1', '; zqwords\n')}k1=Eins
k2=Zwei
${ofFile('\n; zqend\n')}`,
  ],
  project: perLanguage(
    (language) => `lang/${language}.ini`,
    (texts) => `; Shop\n[main]\n${each((name, at) => `${name} =${texts[at]}\n`)}`,
  ),
}
