/**
 * Who may call which route, in a project of their own; in any other project everybody but the owner gets 404.
 * A line is a route of the contract; after a colon stands a case of it.
 *
 * `on`: what limits of a member to languages and namespaces apply to. `text`: both. `keys`: a key is in all
 * languages, so that who is limited to some may not, and namespaces apply. `-`: neither.
 *
 * `outsider` has an account and is a member of another project; `nobody` is not signed in. `·` is refused with
 * 403, `404` is told that there is no such project, `401` to sign in.
 */
export const ROLE_MATRIX = `
                                   on    owner manager developer reviewer translator contributor viewer outsider nobody
session.get                        -     yes   yes     yes       yes      yes        yes         yes    yes      yes
session.setUp                      -     yes   yes     yes       yes      yes        yes         yes    yes      yes
session.checkPassword              -     yes   yes     yes       yes      yes        yes         yes    yes      yes
session.enter                      -     yes   yes     yes       yes      yes        yes         yes    yes      yes
session.signIn                     -     yes   yes     yes       yes      yes        yes         yes    yes      yes
session.signOut                    -     yes   yes     yes       yes      yes        yes         yes    yes      yes
session.rename                     -     yes   yes     yes       yes      yes        yes         yes    yes      401
projects.list                      -     yes   yes     yes       yes      yes        yes         yes    yes      401
projects.create                    -     yes   ·       ·         ·        ·          ·           ·      ·        401
sources.inspect                    -     yes   ·       ·         ·        ·          ·           ·      ·        401
projects.get                       -     yes   yes     yes       yes      yes        yes         yes    404      401
projects.update                    -     yes   yes     ·         ·        ·          ·           ·      404      401
projects.remove                    -     yes   yes     ·         ·        ·          ·           ·      404      401
projects.overview                  -     yes   yes     yes       yes      yes        yes         yes    404      401
languages.add                      -     yes   yes     ·         ·        ·          ·           ·      404      401
languages.update                   -     yes   yes     ·         ·        ·          ·           ·      404      401
languages.remove                   -     yes   yes     ·         ·        ·          ·           ·      404      401
languages.counts                   -     yes   yes     yes       yes      yes        yes         yes    404      401
namespaces.list                    -     yes   yes     yes       yes      yes        yes         yes    404      401
keys.page                          -     yes   yes     yes       yes      yes        yes         yes    404      401
keys.get                           -     yes   yes     yes       yes      yes        yes         yes    404      401
keys.create                        keys  yes   yes     yes       ·        ·          ·           ·      404      401
keys.update                        keys  yes   yes     yes       ·        ·          ·           ·      404      401
keys.update:plural                 keys  yes   yes     yes       ·        ·          ·           ·      404      401
keys.bulk                          keys  yes   yes     yes       ·        ·          ·           ·      404      401
keys.remove                        keys  yes   yes     yes       ·        ·          ·           ·      404      401
translations.page                  -     yes   yes     yes       yes      yes        yes         yes    404      401
translations.get                   -     yes   yes     yes       yes      yes        yes         yes    404      401
translations.save                  text  yes   yes     ·         yes      yes        ·           ·      404      401
translations.save:reviewed         text  yes   yes     ·         yes      ·          ·           ·      404      401
translations.bulkSave              text  yes   yes     ·         yes      yes        ·           ·      404      401
translations.bulk                  text  yes   yes     ·         yes      yes        ·           ·      404      401
translations.bulk:reviewed         text  yes   yes     ·         yes      ·          ·           ·      404      401
translations.history               -     yes   yes     yes       yes      yes        yes         yes    404      401
operations.list                    -     yes   yes     yes       yes      yes        yes         yes    404      401
operations.groups                  -     yes   yes     yes       yes      yes        yes         yes    404      401
operations.get                     -     yes   yes     yes       yes      yes        yes         yes    404      401
operations.undo                    text  yes   yes     ·         yes      yes        ·           ·      404      401
operations.undo:own-key            keys  yes   yes     yes       ·        ·          ·           ·      404      401
operations.undo:of-another         text  yes   yes     ·         ·        ·          ·           ·      404      401
operations.undoMany                text  yes   yes     ·         yes      yes        ·           ·      404      401
operations.undoMany:of-another     text  yes   yes     ·         ·        ·          ·           ·      404      401
sources.list                       -     yes   yes     yes       yes      yes        yes         yes    404      401
sources.create                     -     yes   yes     yes       ·        ·          ·           ·      404      401
sources.remove                     -     yes   yes     yes       ·        ·          ·           ·      404      401
sources.sync                       -     yes   yes     yes       ·        ·          ·           ·      404      401
files.list                         -     yes   yes     yes       yes      yes        yes         yes    404      401
files.conflicts                    -     yes   yes     yes       yes      yes        yes         yes    404      401
files.resolve                      text  yes   yes     yes       ·        ·          ·           ·      404      401
files.limits                       -     yes   yes     yes       yes      yes        yes         yes    404      401
files.formats                      -     yes   yes     yes       yes      yes        yes         yes    404      401
files.export                       -     yes   yes     yes       ·        ·          ·           ·      404      401
files.exportAll                    -     yes   yes     yes       ·        ·          ·           ·      404      401
files.exported                     -     yes   yes     yes       ·        ·          ·           ·      404      401
files.plan                         -     yes   yes     yes       ·        ·          ·           ·      404      401
files.import                       text  yes   yes     yes       ·        ·          ·           ·      404      401
imports.create                     -     yes   yes     yes       ·        ·          ·           ·      404      401
imports.upload                     -     yes   yes     yes       ·        ·          ·           ·      404      401
imports.plan                       -     yes   yes     yes       ·        ·          ·           ·      404      401
imports.start                      text  yes   yes     yes       ·        ·          ·           ·      404      401
imports.remove                     -     yes   yes     yes       ·        ·          ·           ·      404      401
jobs.list                          -     yes   yes     yes       yes      yes        yes         yes    404      401
jobs.get                           -     yes   yes     yes       yes      yes        yes         yes    404      401
jobs.cancel                        -     yes   yes     yes       yes      yes        ·           ·      404      401
jobs.cancel:import                 -     yes   yes     yes       ·        ·          ·           ·      404      401
jobs.runAgain                      -     yes   yes     yes       yes      yes        ·           ·      404      401
jobs.runAgain:import               -     yes   yes     yes       ·        ·          ·           ·      404      401
`

/** What a call comes to. `·`: refused with 403. */
export type Answer = 'yes' | '·' | '404' | '401'

export const ROLES = [
  'owner',
  'manager',
  'developer',
  'reviewer',
  'translator',
  'contributor',
  'viewer',
  'outsider',
  'nobody',
] as const
export type Role = (typeof ROLES)[number]

export type MatrixRow = {
  /** `area.route`, or `area.route:case`. */
  readonly name: string
  readonly on: 'text' | 'keys' | '-'
  readonly answers: ReadonlyMap<Role, Answer>
}

export function matrixRows(): readonly MatrixRow[] {
  const [, ...lines] = ROLE_MATRIX.trim().split('\n')
  return lines.map((line) => {
    const [name = '', on, ...cells] = line.trim().split(/\s+/)
    if (on !== 'text' && on !== 'keys' && on !== '-') throw new Error(`${name}: ${on}`)
    if (cells.length !== ROLES.length) throw new Error(`${name} has ${cells.length} answers`)
    return { name, on, answers: new Map(ROLES.map((role, place) => [role, answerOf(cells[place])])) }
  })
}

function answerOf(cell: string | undefined): Answer {
  if (cell === 'yes' || cell === '·' || cell === '404' || cell === '401') return cell
  throw new Error(`${cell} is no answer`)
}
