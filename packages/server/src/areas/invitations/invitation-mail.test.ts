import type { InvitationRow } from '@dragoman/store'
import { expect, test } from 'vitest'
import { MAIL_LANGUAGES } from '../../mail/mail-texts.ts'
import { invitationMail } from './invitation-mail.ts'

const german = { role: 'translator' as const, languages: new Set(['de']), namespaces: null }
const row: Pick<InvitationRow, 'invitedBy' | 'invitedTo' | 'expiresAt'> = {
  invitedBy: 'Amara',
  expiresAt: '2026-12-02T10:00:00.000Z',
  invitedTo: {
    to: 'project',
    projectId: 1,
    rights: { role: 'developer', languages: null, namespaces: null, grants: [german] },
  },
}

test('an email of an invitation names roles, languages and the date in its language', () => {
  expect(invitationMail(row, { project: 'Shop', language: 'de' })).toEqual({
    inviter: 'Amara',
    project: 'Shop',
    until: '2. Dezember 2026',
    rights: 'Ihre Rolle: Entwicklung. Ihre Rolle: Übersetzung. Sprachen: Deutsch.',
  })
  expect(invitationMail(row, { project: 'Shop', language: null })).toMatchObject({
    until: 'December 2, 2026',
    rights: 'Your role: Developer. Your role: Translator. Languages: German.',
  })
})

test('an email of an invitation contains no link and no hidden character of a name', () => {
  const invitedBy = 'Mara\u202e https://evil.example/win'
  expect(
    invitationMail({ ...row, invitedBy }, { project: 'www.evil.example', language: 'en' }),
  ).toMatchObject({
    inviter: 'Mara https evil example win',
    project: 'www evil example',
  })
  expect(invitationMail({ ...row, invitedBy: '://' }, { project: '@', language: 'en' })).toMatchObject({
    inviter: 'Someone',
    project: 'a project',
  })
})

test('an email of an invitation names the namespaces and languages that each role is limited to', () => {
  const contributor = { role: 'contributor' as const, languages: null, namespaces: new Set<string>() }
  const invitedTo = {
    to: 'project' as const,
    projectId: 1,
    rights: {
      role: 'developer' as const,
      languages: new Set(['pl']),
      namespaces: null,
      grants: [{ ...german, namespaces: new Set(['checkout', 'cart']) }, contributor],
    },
  }
  expect(invitationMail({ ...row, invitedTo }, { project: 'Shop', language: 'en' }).rights).toBe(
    'Your role: Developer. Languages: Polish. ' +
      'Your role: Translator. Languages: German. Namespaces: checkout and cart. ' +
      'Your role: Contributor. Languages: all languages. No namespaces.',
  )
})

test('an email of an invitation contains no link and no long text of a namespace', () => {
  const rightsFor = (...names: readonly string[]) => {
    const rights = { ...german, namespaces: new Set(names) }
    const invitedTo = { to: 'project' as const, projectId: 1, rights }
    return invitationMail({ ...row, invitedTo }, { project: 'Shop', language: 'en' }).rights
  }
  const start = 'Your role: Translator. Languages: German. Namespaces:'
  expect(rightsFor('www.evil.example/win')).toBe(`${start} www evil example win.`)
  expect(rightsFor('/')).toBe(`${start} ….`)
  expect(rightsFor('a'.repeat(50), 'b'.repeat(50))).toBe(`${start} ${'a'.repeat(50)} and ${'b'.repeat(4)}….`)
})

test('no subject of an email to an address that no one has confirmed contains a name', () => {
  for (const [language, texts] of Object.entries(MAIL_LANGUAGES)) {
    expect([language, texts.invitation.subject]).toEqual([language, expect.not.stringContaining('{{')])
    const code = texts['visitor-code'].subject.replaceAll('{{code}}', '')
    expect([language, code]).toEqual([language, expect.not.stringContaining('{{')])
  }
})

test('an email of an invitation names a language that `Intl` rejects by its tag', () => {
  const invitedTo = {
    to: 'project' as const,
    projectId: 1,
    rights: { ...german, languages: new Set(['art-nvi', 'de']), grants: [] },
  }
  expect(invitationMail({ ...row, invitedTo }, { project: 'Shop', language: 'en' }).rights).toBe(
    'Your role: Translator. Languages: art-nvi and German.',
  )
})
