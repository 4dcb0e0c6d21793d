import {
  Activity,
  ChartColumn,
  ClipboardList,
  FileText,
  Languages,
  ListChecks,
  Package,
  Rows3,
  Settings,
  Users,
} from 'lucide-react'

/**
 * The screens of a project, in the order of the rail, each with the permission needed to show anything; `g`
 * and then the letter opens it.
 */
export const PLACES = [
  { id: 'translate', sign: Languages, letter: 't', needs: 'project.read' },
  { id: 'review', sign: ListChecks, letter: 'r', needs: 'history.read' },
  { id: 'tasks', sign: ClipboardList, letter: 'w', needs: 'history.read' },
  { id: 'overview', sign: ChartColumn, letter: 'o', needs: 'project.read' },
  { id: 'keys', sign: Rows3, letter: 'k', needs: 'project.read' },
  { id: 'files', sign: FileText, letter: 'f', needs: 'files.read' },
  { id: 'releases', sign: Package, letter: 'l', needs: 'history.read' },
  { id: 'activity', sign: Activity, letter: 'a', needs: 'history.read' },
  { id: 'members', sign: Users, letter: 'm', needs: 'members.read' },
  { id: 'settings', sign: Settings, letter: 's', needs: 'project.read' },
] as const

/** Screens that someone who is the only user, signed in by a link, has no use for. */
export function isForTeams(id: PlaceId): boolean {
  return id === 'tasks'
}

export type PlaceId = (typeof PLACES)[number]['id']

/** Screens that a translation branch shares with its project, and that are only in the project. */
export function ofParent(id: PlaceId): boolean {
  return id === 'tasks' || id === 'releases' || id === 'members' || id === 'settings'
}
