import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditEntryReply } from '@dragoman/contract'
import { type AuditDetails, type AuditKind, nameOfFormat } from '@dragoman/core'
import { createInstance, type TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import { formatsFor } from '../../i18n/formats.ts'
import { interfaceLanguage } from '../../i18n/interface-language.ts'
import { auditDetails } from './audit-details.ts'
import { auditSentence } from './audit-sentences.ts'
import { type AuditWords, subjectOf } from './audit-words.ts'

const LOCALES = join(import.meta.dirname, '../../../public/locales')

const i18n = createInstance()
await i18n.init({
  ...interfaceLanguage,
  lng: 'en',
  resources: Object.fromEntries(
    interfaceLanguage.supportedLngs.map((language) => [
      language,
      Object.fromEntries(
        readdirSync(join(LOCALES, language)).map((file) => [
          file.replace('.json', ''),
          JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')),
        ]),
      ),
    ]),
  ),
  interpolation: { escapeValue: false },
})

const PROVIDER = 'https://id.example/realms/shop'
const RIGHTS = { role: 'translator', languages: ['pl'], namespaces: null, grants: [] } as const
const CHANGE = { who: 'user:4', before: null, after: RIGHTS } as const

/** Details as the server records them: at least one example of each kind, and of each variant of its details. */
const EXAMPLES: { readonly [K in AuditKind]: readonly AuditDetails[K][] } = {
  'session.started': [
    { by: 'password', device: 'Firefox, Linux' },
    { by: PROVIDER, device: null },
  ],
  'session.refused': [
    { why: 'password', device: null },
    { why: 'suspended', device: null },
    { why: 'second factor', device: 'Chrome, Windows' },
    { why: 'passkey', device: null },
    { why: 'no account', device: null },
    { why: 'single sign-on', device: null },
  ],
  'session.ended': [{}, { sessions: 3 }, { device: 'Safari, macOS' }, { by: PROVIDER, sessions: 1 }],
  'account.changed': [
    { what: 'name', to: 'Mara R.' },
    { what: 'address', to: 'mara@example.com', isConfirmed: false },
    { what: 'address', to: 'mara@example.com', isConfirmed: true },
    { what: 'address', to: null, isConfirmed: false },
    { what: 'password' },
    { what: 'password', by: 'reset link' },
    { what: 'reset link', by: 'mail' },
    { what: 'reset link', by: 'owner' },
    { what: 'reset link', by: 'command' },
    { what: 'second factor', is: 'on' },
    { what: 'second factor', is: 'off' },
    { what: 'second factor', is: 'off', by: 'owner' },
    { what: 'second factor', is: 'off', by: 'command' },
    { what: 'sign-off', is: 'on' },
    { what: 'sign-off', is: 'off' },
    { what: 'passkey', is: 'added', name: 'Phone' },
    { what: 'passkey', is: 'removed', name: 'Phone' },
    { what: 'picture' },
    { what: 'recovery codes' },
    { linked: PROVIDER },
    { unlinked: PROVIDER },
  ],
  'account.removed': [{}],
  'user.changed': [
    { before: 'member', role: 'owner' },
    { before: 'owner', role: 'member' },
    { isSuspended: true },
  ],
  'user.removed': [{ role: 'member', projects: 2 }],
  'membership.changed': [CHANGE, { ...CHANGE, undoes: 712 }],
  'membership.removed': [{ who: 'group:7', before: RIGHTS, after: null }],
  'group.changed': [
    { group: 7, made: true },
    { group: 7, name: 'Editors' },
    { group: 7, added: ['Piotr', 'Sam'], removed: [] },
    { group: 7, added: [], removed: ['Piotr'] },
    { group: 7, added: ['Piotr'], removed: ['Sam'] },
    { by: PROVIDER, joined: ['Editors'], left: ['Guests'] },
  ],
  'group.removed': [{ group: 7, people: 3 }],
  'invitation.made': [
    { id: 712, role: 'translator', number: 1, generation: 1, expiresAt: '2026-12-02T10:00:00Z', group: null },
    {
      id: 712,
      role: 'member',
      number: 5,
      generation: 2,
      expiresAt: '2026-12-02T10:00:00Z',
      group: 'Editors',
    },
  ],
  'invitation.accepted': [{ id: 712, who: 'user:4', invitedBy: 'Amara' }],
  'invitation.withdrawn': [{}, { who: 'invitation:712', before: RIGHTS, after: null }],
  'token.made': [
    {
      hint: 'drg_ab…',
      expiresAt: null,
      scopes: ['read', 'write'],
      languages: ['pl'],
      channels: null,
    },
    { hint: 'drg_ab…', expiresAt: '2026-12-02T10:00:00Z', origin: 'https://shop.example' },
  ],
  'token.revoked': [{ hint: 'drg_ab…' }],
  'project.made': [{}],
  'project.changed': [
    { name: 'Photos', before: { name: 'Photoview' } },
    { slug: 'photos', syntax: 'icu', before: { slug: 'photoview', syntax: 'i18next' } },
    {
      sharing: { with: 'everyone', role: 'reader' },
      before: { sharing: { with: 'members', role: 'reader' } },
    },
    { settings: { deliverPublic: true }, before: { settings: { deliverPublic: false } } },
    { settings: { deliverPublic: false } },
    { settings: { description: 'Photos of a family', website: null } },
    { editOrigins: ['https://shop.example'] },
  ],
  'project.removed': [{ name: 'Photoview' }],
  'language.removed': [{}],
  'webhook.added': [{ description: 'Chat' }],
  'webhook.changed': [{ description: 'Chat', isOn: false }],
  'webhook.secret-replaced': [{ description: '' }],
  'webhook.removed': [{ description: 'Chat' }],
  'channel.added': [{}],
  'channel.changed': [
    {
      isPublic: null,
      fallback: true,
      texts: 'reviewed',
      holdsErrors: true,
      collectsMissing: false,
      formats: ['i18next-json'],
      origins: ['https://shop.example'],
      cacheSeconds: 60,
      staleSeconds: 600,
    },
  ],
  'channel.moved': [
    { release: 41, percent: 100 },
    { release: 41, percent: 10, scheduledFor: '2026-12-02T10:00:00Z' },
  ],
  'channel.move-scheduled': [{ release: 41, percent: 100, at: '2026-12-02T10:00:00Z' }],
  'channel.move-cancelled': [{ release: null, at: '2026-12-02T10:00:00Z' }],
  'channel.removed': [{}],
  'address.added': [{ shape: 'locize', channel: 'live', namespace: 'app' }],
  'address.removed': [{ channel: 'live' }],
  'source.added': [{}, { branch: 'main', mode: 'push' }, { branch: 'feature/cart' }],
  'source.changed': [{ changed: ['mode', 'webhookSecret'] }],
  'source.removed': [{}, { texts: 'move', moved: 4, conflicts: 0 }, { texts: 'discard', discarded: 3 }],
  'export.made': [
    {},
    { format: 'csv', language: 'de', namespace: 'app' },
    { format: 'i18next-json', languages: ['de'], namespaces: ['app'] },
  ],
  'backup.made': [{}],
  'setting.changed': [
    { days: 730 },
    { everyHours: null, keep: 7 },
    { everyHours: 168, keep: 7 },
    { issuer: PROVIDER, isOnlyWay: true },
    { issuer: null, isOnlyWay: false },
    { issuer: null, isOnlyWay: false, sessions: 2 },
    { removed: true },
  ],
}

function entryOf(fields: Partial<AuditEntryReply>): AuditEntryReply {
  return {
    id: 712,
    at: '2026-11-02T10:00:00Z',
    kind: 'project.changed',
    project: 'photo-slug',
    projectName: 'Photoview',
    actor: { id: 'user:1', name: 'Amara' },
    address: null,
    tokenId: null,
    target: 'Photoview',
    details: {},
    canUndo: false,
    ...fields,
  }
}

function wordsOf(entry: AuditEntryReply, language = 'en'): AuditWords {
  const t = i18n.getFixedT(language, ['audit', 'members', 'formats']) as TFunction<'audit'> // of the same texts
  return {
    ...subjectOf(entry, { t, actorName: entry.actor?.name ?? null }),
    t,
    formats: formatsFor(language),
    rightsWords: ({ name, after }) => (after === null ? `${name} −` : `${name} +`),
    roleName: (role) => t(`members:roles.${role}`),
    scopeName: (scope) => t(`members:scopes.${scope}`),
    formatName: (format) => nameOfFormat(format),
  }
}

const sentenceOf = (fields: Partial<AuditEntryReply>) => {
  const entry = entryOf(fields)
  return auditSentence(entry, wordsOf(entry))
}
const linesOf = (fields: Partial<AuditEntryReply>) => {
  const entry = entryOf(fields)
  return auditDetails(entry, wordsOf(entry)).map(({ name, value }) => `${name}: ${value}`)
}

/** What people must not see: JSON, ids, slugs, names of texts and of placeholders. */
const RAW =
  /[{}"]|\b(?:user|group|invitation):\d|\b712\b|photo-slug|\b(?:said|detail|setting|way|mode)\.|NaN|undefined|null/

describe.each(interfaceLanguage.supportedLngs)('in %s', (language) => {
  test.each(Object.entries(EXAMPLES))('%s is a sentence with names, details in words', (kind, examples) => {
    for (const details of examples) {
      const entry = entryOf({
        kind,
        details: { ...details },
        target: kind === 'language.removed' ? 'pl' : 'Mara',
      })
      const words = wordsOf(entry, language)
      const sentence = auditSentence(entry, words)
      expect(sentence).toMatch(/\.$/)
      const lines = auditDetails(entry, words)
      for (const text of [sentence, ...lines.flatMap(({ name, value }) => [name, value])]) {
        expect(text).not.toMatch(RAW)
        expect(text).not.toBe('')
      }
    }
  })
})

describe('a sentence', () => {
  test.each<[string, Partial<AuditEntryReply>]>([
    [
      'Amara let everyone read Photoview without an account.',
      { details: { sharing: { with: 'everyone', role: 'reader' } } },
    ],
    ['Amara renamed the project to Photos.', { details: { name: 'Photos' } }],
    [
      'Amara changed settings of Photoview: description and website.',
      { details: { settings: { description: 'x', website: null } } },
    ],
    [
      'Amara let anyone load the translations of Photoview.',
      { details: { settings: { deliverPublic: true } } },
    ],
    ['Amara: Mara +.', { kind: 'membership.changed', target: 'Mara', details: CHANGE }],
    ['Amara signed Mara out.', { kind: 'session.ended', target: 'Mara', details: { sessions: 2 } }],
    ['Amara signed out.', { kind: 'session.ended', target: 'Amara' }],
    [
      'Amara signed out one of their devices.',
      { kind: 'session.ended', target: 'Amara', details: { device: null } },
    ],
    ['Amara removed Polish from Photoview.', { kind: 'language.removed', target: 'pl' }],
    ['Amara opened the translation branch cart.', { kind: 'source.added', details: { branch: 'cart' } }],
    [
      'Sign-in as Mara was refused: wrong password.',
      { kind: 'session.refused', target: 'Mara', actor: null, details: { why: 'password' } },
    ],
    [
      'Sign-in as Mara was refused: wrong passkey.',
      { kind: 'session.refused', target: 'Mara', details: { why: 'passkey' } },
    ],
    [
      'Sign-in with an unknown passkey was refused.',
      { kind: 'session.refused', target: '', actor: null, details: { why: 'passkey' } },
    ],
    ['Someone created the token CI.', { kind: 'token.made', target: 'CI', actor: null }],
    ['Amara deleted the project Photoview.', { kind: 'project.removed', projectName: null, details: {} }],
    ['Amara withdrew an invitation link.', { kind: 'invitation.withdrawn', target: 'invitation:712' }],
    ['Amara exported the strings of Photoview.', { kind: 'export.made', details: { format: 'csv' } }],
  ])('%s', (sentence, fields) => {
    expect(sentenceOf(fields)).toBe(sentence)
  })

  test('of an entry that names no setting says that they were saved', () => {
    expect(sentenceOf({ details: {} })).toBe('Amara saved the settings of Photoview.')
  })

  test('of a kind that this version does not know has its own sentence', () => {
    expect(sentenceOf({ kind: 'rocket.launched' })).toBe(
      'Amara did something that this version of Dragoman doesn’t know.',
    )
  })
})

describe('details', () => {
  test('say what a setting was before', () => {
    const sharing = { with: 'everyone', role: 'reader' }
    const before = { sharing: { with: 'members', role: 'reader' } }
    expect(linesOf({ details: { sharing, before } })).toEqual([
      'sharing, before: Members only',
      'sharing: Everyone, without an account, read',
    ])
  })

  test('leave out ids, slugs and what this version does not know', () => {
    const details = { who: 'user:4', project: 'photo-slug', group: 7, add: [4, 5], rocket: { on: true } }
    expect(linesOf({ kind: 'group.changed', details })).toEqual([])
  })
})
