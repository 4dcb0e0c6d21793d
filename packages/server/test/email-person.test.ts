import {
  addNotifications,
  createMember,
  createProject,
  lookLater,
  notifiedPerson,
  peopleToLookAt,
  putMembership,
  removeAccount,
} from '@dragoman/store'
import { expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { AT, MARA } from '../../store/test/sample.ts'
import { openMailer } from '../src/mail/open-mailer.ts'
import { dueTimes, sendDue } from '../src/notifications/email-person.ts'
import { openSealing } from '../src/secrets/open-sealing.ts'
import { TIMINGS } from '../src/timings.ts'

onBoth('emails about notifications', (open) => {
  test('an account that is removed while its emails are checked is not checked again', async () => {
    const { store, remove } = await open()
    try {
      const now = () => new Date(AT)
      const log = () => undefined
      const publicOrigin = () => 'https://l10n.example.test'
      const mail = openMailer({ store, now, log, origin: publicOrigin, transport: null })
      const sealing = await openSealing({ store, secret: null })
      const options = { store, now, log, mail, publicOrigin, sealing, timings: TIMINGS }
      const userId = await store.write(async (w) => {
        const project = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
        const { id } = await createMember(w, { name: 'Cem', passwordHash: null, at: AT })
        const rights = { role: 'viewer', languages: null, namespaces: null } as const
        await putMembership(w, { userId: id, projectId: project.id }, rights)
        const about = { keyId: null, language: null, subjectId: 1, actorId: MARA.actor.id, payload: {} }
        const one = { userId: id, projectId: project.id, kind: 'mentioned', subject: 'comment:1' } as const
        await addNotifications(w, [{ ...one, ...about }], AT)
        await lookLater(w, [id], AT)
        return id
      })
      const due = () => store.read((r) => peopleToLookAt(r, AT, 50))
      expect(await due()).toEqual([userId])
      const times = await dueTimes(options, userId)
      await store.write((w) => removeAccount(w, userId))
      await store.write((w) => sendDue(w, options, { userId, times }))
      expect(await due()).toEqual([])

      // Earlier program versions left this.
      await store.write((w) => lookLater(w, [userId], AT))
      expect(await due()).toEqual([userId])
      await store.write((w) => sendDue(w, options, { userId, times }))
      expect(await due()).toEqual([])
      expect(await store.read((r) => notifiedPerson(r, userId))).toBeNull()
    } finally {
      await remove()
    }
  })
})
