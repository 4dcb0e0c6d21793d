import { comment, file } from '../convert/detailed-file.ts'
import { BARE, DE, EN, each, type FormatSample, frame, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
    frames: [
      frame('after a head', 'en,?context,?plural,de\n'),
      BARE,
      frame('quoted', 'en,?context,?plural,de\na,,,"', '"\n'),
      frame('head', '', ',?plural\na,b\n'),
    ],
    pieces: [
      piece('rows', (i) => `k${i},,,v\n`),
      piece('one key', () => 'a,,,v\n'),
      piece('contexts', (i) => `a,c${i},,v\n`),
      piece('forms', () => ',,,v\n'),
      piece('rules', () => '?pluralrule,,,nplurals=1; plural=0;\n'),
    ],
  },
  detailed: [
    file()`keys,?context,?plural,en,de,_notes
k1,,,One,Eins,${comment('k1', 'zqwords')}
k2,,,Two,Zwei,
`,
  ],
  project: {
    'project.godot': 'config_version=5\n',
    'translations/shop.csv': `keys,?context,en,de\n${each((name, at) => `${name},,${EN[at]},"${DE[at]}"\n`)}`,
  },
}
