import type { TokenScope } from '@dragoman/core'

/**
 * Who can call which route, in their own project; in any other project everyone but the owner gets 404. A
 * line is a route of the contract; a colon introduces a case of it.
 *
 * `on`: which limits of a member to languages and namespaces apply. `text`: both. `keys`: a key is in all
 * languages, so members limited to some cannot, and namespaces apply. `all`: it concerns all texts, so members
 * with any limit cannot, except managers. `-`: neither.
 *
 * `reader` and `suggester` are not members of a project that is shared with everyone who is signed in, for
 * reading or suggesting; `visitor` is not signed in, and the project is open for suggestions to everyone.
 * `token` lists the scopes of which one is enough for a manager's token, by their letters: r read, s suggest,
 * w write, v review, f files, a admin. A token to deliver can call none.
 *
 * `outsider` has an account and is a member of another project; `nobody` is not signed in. `·` is refused
 * with 403, `404` means that there is no such project, `401` asks to sign in.
 */
export const ROLE_MATRIX = `
                                   on    owner manager developer reviewer translator contributor viewer outsider nobody reader suggester visitor token
session.get                        -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.setUp                      -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.checkPassword              -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.enter                      -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.signIn                     -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.signOut                    -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.rename                     -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
oidc.offer                         -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
oidc.begin                         -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
oidc.finish                        -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
oidc.signOut                       -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
oidc.settings                      -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
oidc.changeSettings                -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
oidc.testSettings                  -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
oidc.linked                        -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
oidc.unlink                        -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
session.secondFactor               -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.passkeyOptions             -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
session.passkey                    -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
account.get                        -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.update                     -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.remove                     -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.setAddress                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.confirmAddress             -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
account.picture                    -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     rswvfa
account.setPicture                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.removePicture              -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.setPassword                -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.checkPassword              -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
account.requestReset                   -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
account.readResetLink                  -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
account.reset                      -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
account.makeResetLink              -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
account.sessions                   -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.endSession                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.endSessions                -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.prove                      -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.proofOptions               -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.provePasskey               -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.startTotp                  -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.confirmTotp                -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.removeTotp                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.renewRecoveryCodes         -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.passkeyOptions             -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.addPasskey                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.renamePasskey              -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
account.removePasskey              -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
projects.list                      -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     rswvfa
projects.create                    -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
sources.inspect                    -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
repositories.createKey             -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
repositories.hostKeys              -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
projects.checkNames                -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
repositories.look                  -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
repositories.createProject         -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
projects.get                       -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
projects.update                    -     yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     -
projects.remove                    -     yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
projects.overview                  -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
members.list                       -     yes   yes     yes       yes      yes        yes         yes    404      401    ·      ·         401     rswvfa
members.change                     -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     -
members.leave                      -     yes   yes     yes       yes      yes        yes         yes    404      401    ·      ·         401     -
members.explain                    -     yes   yes     yes       yes      yes        yes         yes    404      401    ·      ·         401     rswvfa
groups.list                        -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
groups.available                   -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     a
groups.create                      -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
groups.rename                      -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
groups.remove                      -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
groups.people                      -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
groups.changePeople                -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
invitations.create                 -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     -
invitations.link                   -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     -
invitations.resend              -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     -
invitations.listOfInstance         -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
invitations.createOfInstance       -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
invitations.withdrawOfInstance     -     yes   ·       ·         ·        ·          ·           ·      ·        401    ·      ·         401     -
invitations.look                   -     yes   yes     yes       yes      yes        yes         yes    yes      yes    yes    yes       yes     rswvfa
invitations.checkPassword          -     yes   yes     yes       yes      yes        yes         yes    yes      yes    yes    yes       yes     rswvfa
invitations.accept                 -     yes   yes     yes       yes      yes        yes         yes    yes      yes    yes    yes       yes     rswvfa
tokens.list                        -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
tokens.create                      -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
tokens.revoke                      -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
tokens.listOwn                     -     yes   yes     yes       yes      yes        yes         yes    yes      401    yes    yes       401     -
tokens.createOwn                   -     yes   yes     yes       yes      yes        yes         yes    yes      401    yes    yes       401     -
tokens.revokeOwn                   -     yes   yes     yes       yes      yes        yes         yes    yes      401    yes    yes       401     -
webhooks.list                      -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
webhooks.create                    -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
webhooks.update                    -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
webhooks.remove                    -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
webhooks.replaceSecret             -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
webhooks.test                      -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
webhooks.deliveries                -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
webhooks.delivery                  -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
webhooks.resend                 -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
editing.origins                    -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     a
editing.setOrigins                 -     yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
editing.check                      -     yes   yes     yes       yes      yes        yes         ·      404      401    ·      yes       yes     swva
editing.connect                    -     yes   yes     yes       yes      yes        yes         ·      404      401    ·      yes       401     -
releases.list                      -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
releases.create                    all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.update                    all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.compare                   -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
releases.compareTexts              -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
releases.missingKeys               -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
releases.forgetMissingKeys         all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.channels                  -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
releases.requests                  -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
releases.addChannel                all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
releases.updateChannel             all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     -
releases.moveChannel               all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.scheduleMove              all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.changeScheduledMove       all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.cancelScheduledMove       all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
releases.removeChannel             all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
oldAddresses.list                  -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
oldAddresses.add                   all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
oldAddresses.remove                all   yes   yes     yes       ·        ·          ·           ·      404      401    ·      ·         401     fa
languages.add                      all   yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
languages.update                   all   yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
languages.remove                   all   yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
languages.counts                   -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
namespaces.list                    -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
keys.page                          -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
keys.get                           -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
keys.served                        -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
keys.create                        keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
keys.update                        keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
keys.update:plural                 keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
keys.bulk                          keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
keys.remove                        keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
translations.page                  -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
translations.count                 -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
translations.rows                  -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
translations.get                   -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
translations.served                -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
translations.save                  text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
translations.save:reviewed         text  yes   yes     ·         yes      ·          ·           ·      404      401  ·      ·         401     va
translations.bulkSave              text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
translations.bulk                  text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
translations.bulk:reviewed         text  yes   yes     ·         yes      ·          ·           ·      404      401  ·      ·         401     va
translations.history               -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
suggestions.list                   -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
suggestions.counts                 -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
suggestions.add                    text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      yes       yes     swva
suggestions.requestVisitorCode         -     yes   yes     yes       yes      yes        yes         ·      404      401  ·      yes       yes     swva
suggestions.confirmVisitor         -     yes   yes     yes       yes      yes        yes         ·      404      401  ·      yes       yes     swva
suggestions.edit                   text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      yes       401     swva
suggestions.withdraw               text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      yes       401     swva
suggestions.vote                   text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      yes       401     swva
suggestions.accept                 text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
suggestions.reject                 text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
presence.move                      -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
review.languages                   -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
review.counts                      -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
review.page                        -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
review.imported                    -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
review.approveImported             text  yes   yes     ·         yes      ·          ·           ·      404      401  ·      ·         401     va
review.approve                     text  yes   yes     ·         yes      ·          ·           ·      404      401  ·      ·         401     va
review.approve:suggestion          text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
review.reject                      text  yes   yes     ·         yes      ·          ·           ·      404      401  ·      ·         401     va
review.reject:suggestion           text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
operations.list                    -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
operations.groups                  -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
operations.actors                  -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
operations.get                     -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
operations.undo                    text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
operations.undo:own-key            keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wva
operations.undo:of-another         text  yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
operations.undoMany                text  yes   yes     ·         yes      yes        ·           ·      404      401  ·      ·         401     wva
operations.undoMany:of-another     text  yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
comments.list                      -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
comments.thread                    -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
comments.answers                   -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
comments.counts                    -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
comments.questions                 -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
comments.candidates                -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
comments.add                       text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      ·         401     swva
comments.add:all-languages         keys  yes   yes     yes       yes      yes        yes         ·      404      401  ·      ·         401     swva
comments.answer                    text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      ·         401     swva
comments.edit                      text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      ·         401     swva
comments.remove                    text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      ·         401     swva
comments.remove:of-another         text  yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
comments.resolve                   text  yes   yes     yes       yes      yes        yes         ·      404      401  ·      ·         401     swva
audit.list                         -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
audit.export                       -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
audit.ofProject                    -     yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
audit.undo                         -     yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     -
audit.exportOfProject              -     yes   yes     ·         ·        ·          ·           ·      404      401  ·      ·         401     a
admin.overview                     -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.setAuditDays                 -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.people                       -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.setRole                      -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.signOutPerson                -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.removeTotp                   -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.suspend                      -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.removePerson                 -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.sessions                     -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.endSession                   -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.projects                     -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.jobs                         -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.rerunJob                  -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.backups                      -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.makeBackup                   -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.setBackups                   -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.downloadBackup               -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.verifyBackup                 -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.removeBackup                 -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
admin.testMail                     -     yes   ·       ·         ·        ·          ·           ·      ·        401  ·      ·         401     -
sources.list                       -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
sources.create                     all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
sources.remove                     all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
sources.sync                       all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
git.createKey                      all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
git.hostKeys                       all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
git.look                           all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
git.connect                        all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
git.get                            -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
git.waiting                        -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
git.checks                         -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
git.update                         all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
git.inspectLocation                   all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
git.move                           all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
git.send                           all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
git.test                           all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
git.setWebhookSecret               all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
git.webhookSecret                  all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     -
branches.list                      -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
branches.ofRepository              all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
branches.open                      all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
branches.close                     all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
files.list                         -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
files.conflicts                    -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
files.resolve                      text  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
files.limits                       -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
files.formats                      -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
files.export                       all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
files.exportAll                    all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
files.exported                     all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
files.plan                         -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
files.import                       text  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
imports.create                     -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
imports.upload                     -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
imports.plan                       -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
imports.start                      text  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
imports.remove                     -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
codeUses.get                       -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
codeUses.ofKey                     -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
codeUses.replace                   all   yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
screenshots.list                   -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
screenshots.ofKey                  -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
screenshots.get                    -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
screenshots.image                  -     yes   yes     yes       yes      yes        yes         yes    404      401  yes    yes       yes     rswvfa
screenshots.addImage               -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
screenshots.save                   keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
screenshots.remove                 keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
screenshots.restore                keys  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     wvfa
texts.state                        -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
texts.ofNamespace                  -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
texts.push                         text  yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
jobs.list                          -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
jobs.get                           -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
jobs.cancel                        -     yes   yes     yes       yes      yes        ·           ·      404      401  ·      ·         401     wva
jobs.cancel:of-another             -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     a
jobs.cancel:import                 -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
jobs.cancel:import-of-another      -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     a
jobs.rerun                      -     yes   yes     yes       yes      yes        ·           ·      404      401  ·      ·         401     wva
jobs.rerun:of-another           -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     a
jobs.rerun:import               -     yes   yes     yes       ·        ·          ·           ·      404      401  ·      ·         401     fa
jobs.rerun:import-of-another    -     yes   yes     ·         ·        ·          ·           ·      404      401    ·      ·         401     a
notifications.list                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.counts               -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.done                 -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.later                -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.reopen               -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.settings             -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.saveSettings         -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.saveLocale            -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.unsubscribe          -     yes   yes     yes       yes      yes        yes         yes    yes      yes  yes    yes       yes     rswvfa
notifications.get                  -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
notifications.applyProposal          -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
tasks.list                         -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
tasks.get                          -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
tasks.candidates                   -     yes   yes     yes       yes      yes        yes         yes    404      401  ·      ·         401     rswvfa
tasks.mine                         -     yes   yes     yes       yes      yes        yes         yes    yes      401  yes    yes       401     -
tasks.create                       text  yes   yes     yes       yes      ·          ·           ·      404      401  ·      ·         401     a
tasks.update                       text  yes   yes     yes       yes      ·          ·           ·      404      401  ·      ·         401     a
tasks.finish                       text  yes   yes     yes       yes      ·          ·           ·      404      401  ·      ·         401     a
tasks.remove                       text  yes   yes     yes       yes      ·          ·           ·      404      401  ·      ·         401     a
tasks.restore                      text  yes   yes     yes       yes      ·          ·           ·      404      401  ·      ·         401     a
`

/** What only owners can do, and a token of theirs for `admin` too. It creates nothing that remains. */
export const OWNER_BY_TOKEN: ReadonlySet<string> = new Set([
  'oidc.settings',
  'projects.create',
  'sources.inspect',
  'repositories.hostKeys',
  'projects.checkNames',
  'repositories.look',
  'groups.list',
  'groups.people',
  'audit.list',
  'audit.export',
  'admin.overview',
  'admin.people',
  'admin.signOutPerson',
  'admin.sessions',
  'admin.endSession',
  'admin.projects',
  'admin.jobs',
  'admin.rerunJob',
  'admin.backups',
  'admin.verifyBackup',
  'admin.testMail',
])

/** The result of a call. `·`: refused with 403. */
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
  'reader',
  'suggester',
  'visitor',
] as const
export type Role = (typeof ROLES)[number]

/** The scopes of a token by their letters in the table. */
const SCOPE_LETTERS: Readonly<Record<string, TokenScope>> = {
  r: 'read',
  s: 'suggest',
  w: 'write',
  v: 'review',
  f: 'files',
  a: 'admin',
}

export type MatrixRow = {
  /** `area.route`, or `area.route:case`. */
  readonly name: string
  readonly on: 'text' | 'keys' | 'all' | '-'
  readonly answers: ReadonlyMap<Role, Answer>
  /** A manager's token with one of these scopes is enough. */
  readonly scopes: ReadonlySet<TokenScope>
}

export function matrixRows(): readonly MatrixRow[] {
  const [, ...lines] = ROLE_MATRIX.trim().split('\n')
  return lines.map((line) => {
    const [name = '', on, ...cells] = line.trim().split(/\s+/)
    if (on !== 'text' && on !== 'keys' && on !== 'all' && on !== '-') throw new Error(`${name}: ${on}`)
    const letters = cells.pop() ?? ''
    if (cells.length !== ROLES.length) throw new Error(`${name} has ${cells.length} answers`)
    const answers = new Map(ROLES.map((role, place) => [role, answerOf(cells[place])]))
    return { name, on, answers, scopes: new Set([...letters.replace('-', '')].map(scopeOf)) }
  })
}

function scopeOf(letter: string): TokenScope {
  const scope = SCOPE_LETTERS[letter]
  if (scope === undefined) throw new Error(`${letter} is no scope`)
  return scope
}

function answerOf(cell: string | undefined): Answer {
  if (cell === 'yes' || cell === '·' || cell === '404' || cell === '401') return cell
  throw new Error(`${cell} is no answer`)
}
