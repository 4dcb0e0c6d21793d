import { api, type Failure, type InvitationReply } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPeople, type People } from '../../../test/shop-people.ts'
import { PASSWORD } from '../../../test/test-server.ts'

let people: People
let time = Date.parse('2026-11-22T10:00:00Z')
beforeEach(async () => {
  people = await openPeople({ now: () => new Date(time) })
})
afterEach(() => people.close())

const params = { project: 'shop' }
const rights = { role: 'translator' as const, languages: ['de'], namespaces: null }
const nobody = () => people.calling({})

async function invite(more: { number?: number; days?: number; addresses?: string[] } = {}) {
  const body = { addresses: [], number: 1, days: 7, rights, ...more }
  const { invitations } = await people.call(api.invitations.create, { params, body })
  return invitations
}

function codeIn({ url }: Pick<InvitationReply, 'url'>): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

async function one(more: Parameters<typeof invite>[0] = {}): Promise<InvitationReply> {
  const [first] = await invite(more)
  if (first === undefined) throw new Error('no invitation')
  return first
}

function accept(code: string, name: string) {
  return nobody()(api.invitations.accept, { body: { code, account: { name, password: PASSWORD } } })
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Failure) => error.code,
  )

test('shows who invites to what, creates an account, and gives the promised access', async () => {
  const made = await one()
  expect(made.url).toMatch(/\/invite\/[\w-]{43}$/)
  const code = codeIn(made)
  expect(await nobody()(api.invitations.look, { body: { code } })).toMatchObject({
    invitedBy: 'Ann',
    project: { slug: 'shop', name: 'Acme Shop' },
    role: 'translator',
    languages: ['de'],
  })
  expect(await accept(code, 'Klara')).toEqual({ project: 'shop', wasMember: false })
  const klara = await people.as('Klara')
  const { actor } = await klara(api.session.get, {})
  expect(actor?.memberships).toMatchObject([{ project: 'shop', role: 'translator', languages: ['de'] }])
})

test('wrong, expired, used up and withdrawn ones each have their own message, and change nothing', async () => {
  expect(await codeOf(accept('wrong', 'Eve'))).toBe('invitation-unknown')
  const used = await one()
  await accept(codeIn(used), 'Klara')
  expect(await codeOf(accept(codeIn(used), 'Eve'))).toBe('invitation-used')
  const withdrawn = await one()
  await people.change(`invitation:${withdrawn.id}`, 1, null)
  expect(await codeOf(accept(codeIn(withdrawn), 'Eve'))).toBe('invitation-withdrawn')
  const expired = await one({ days: 1 })
  time += 25 * 60 * 60 * 1000
  expect(await codeOf(accept(codeIn(expired), 'Eve'))).toBe('invitation-expired')
  expect(await codeOf(nobody()(api.invitations.look, { body: { code: codeIn(expired) } }))).toBe(
    'invitation-expired',
  )
  expect(await codeOf(people.as('Eve'))).not.toBe('done')
})

test('a stolen link is useless once the invitation was sent again', async () => {
  const stolen = await one()
  const again = await people.call(api.invitations.resend, {
    params: { ...params, invitation: stolen.id },
    body: { days: 7 },
  })
  expect(await codeOf(accept(codeIn(stolen), 'Eve'))).toBe('invitation-unknown')
  const { url } = await people.call(api.invitations.link, { params: { ...params, invitation: stolen.id } })
  expect(url).toBe(again.url)
  expect(await codeOf(accept(codeIn(again), 'Klara'))).toBe('done')
})

test('one link works for its number of people, even at the same time', async () => {
  const link = await one({ number: 3 })
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => codeOf(accept(codeIn(link), `Person ${number}`))),
  )
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(3)
  expect(answers.filter((answer) => answer === 'invitation-used')).toHaveLength(2)
})

test('existing members keep their access and do not use up the link', async () => {
  await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const link = await one()
  const ben = await people.as('Ben')
  const isMemberFor = async (call: typeof ben) =>
    (await call(api.invitations.look, { body: { code: codeIn(link) } })).isMember
  expect(await Promise.all([ben, people.call, nobody()].map(isMemberFor))).toEqual([true, true, false])
  expect(await ben(api.invitations.accept, { body: { code: codeIn(link) } })).toEqual({
    project: 'shop',
    wasMember: true,
  })
  expect(await codeOf(accept(codeIn(link), 'Klara'))).toBe('done')
})

test('a new account is refused while someone is signed in, whose account does not join instead', async () => {
  const link = await one()
  await people.account('Ben')
  const ben = await people.as('Ben')
  const account = { name: 'Klara', password: PASSWORD }
  expect(await codeOf(ben(api.invitations.accept, { body: { code: codeIn(link), account } }))).toBe(
    'not-signed-in',
  )
  const { members } = await people.list({ show: 'person', q: 'Ben', limit: 10 })
  expect(members).toEqual([])
  expect(await codeOf(accept(codeIn(link), 'Klara'))).toBe('done')
})

test('people in a group do not use up a link to it', async () => {
  const { id: group } = await people.call(api.groups.create, { body: { name: 'Agency' } })
  await people.add('Ben', { role: 'viewer', languages: null, namespaces: null })
  const ben = await people.as('Ben')
  const body = { addresses: [], number: 2, days: 7, group }
  const { invitations } = await people.call(api.invitations.createOfInstance, { body })
  const code = codeIn(invitations[0] ?? { url: '' })
  const answers: unknown[] = []
  for (let time = 0; time < 3; time++) {
    const { isMember } = await ben(api.invitations.look, { body: { code } })
    answers.push([isMember, (await ben(api.invitations.accept, { body: { code } })).wasMember])
  }
  expect(answers).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
  expect(await codeOf(accept(code, 'Klara'))).toBe('done')
  expect(
    (await people.call(api.groups.people, { params: { group } })).people.map(({ name }) => name),
  ).toEqual(['Ben', 'Klara'])
})

test('codes cannot be guessed: after ten wrong ones only correct ones are accepted for a while', async () => {
  const right = codeIn(await one())
  const answers: string[] = []
  for (let count = 0; count < 12; count++)
    answers.push(await codeOf(nobody()(api.invitations.look, { body: { code: `guess${count}` } })))
  expect(answers.slice(0, 10)).toEqual(Array(10).fill('invitation-unknown'))
  expect(answers.slice(10)).toEqual(['too-many-requests', 'too-many-requests'])
  expect(await codeOf(nobody()(api.invitations.look, { body: { code: right } }))).toBe('done')
})

test('no name is taken twice, a weak password is refused, and accepting requires an account', async () => {
  const link = await one({ number: 5 })
  await accept(codeIn(link), 'Klara')
  expect(await codeOf(accept(codeIn(link), 'Klara'))).toBe('already-exists')
  expect(
    await codeOf(
      nobody()(api.invitations.accept, {
        body: { code: codeIn(link), account: { name: 'Max', password: 'password12' } },
      }),
    ),
  ).toBe('password-too-common')
  const check = (password: string, code = codeIn(link)) =>
    nobody()(api.invitations.checkPassword, { body: { code, name: 'Max', password } })
  expect(await check('password12')).toEqual({ problem: 'password-too-common' })
  expect(await check(PASSWORD)).toEqual({ problem: null })
  expect(await codeOf(check(PASSWORD, 'wrong'))).toBe('invitation-unknown')
  expect(await codeOf(nobody()(api.invitations.accept, { body: { code: codeIn(link) } }))).toBe(
    'not-signed-in',
  )
})

test('addresses are checked before anything is created', async () => {
  expect(await codeOf(invite({ addresses: ['hana@kanda.example', 'nobody'] }))).toBe('invalid-input')
  const list = await people.list({ show: 'invitation', q: '', limit: 10 })
  expect(list.members).toEqual([])
  const made = await invite({ addresses: ['hana@kanda.example', 'lea@atelier.example'] })
  expect(made.map(({ address, emailed }) => [address, emailed])).toEqual([
    ['hana@kanda.example', false],
    ['lea@atelier.example', false],
  ])
})
