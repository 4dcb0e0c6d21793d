/** The lists of the screen Members, as named in its URL. */
export const MEMBER_TABS = ['everyone', 'person', 'group', 'invitation', 'token'] as const
export type MemberTab = (typeof MEMBER_TABS)[number]
