import type { ProjectAction } from '@dragoman/core'
import {
  Activity,
  ChartColumn,
  ClipboardList,
  FileText,
  Languages,
  ListChecks,
  type LucideIcon,
  Package,
  Rows3,
  Settings,
  Users,
} from 'lucide-react'
import { type RailScreenId, SCREENS, type ScreenId } from '../screens.ts'

/** The icons of the screens in the rail, apart from what else they are: those load with the first screen. */
const SIGNS: Readonly<Record<RailScreenId, LucideIcon>> = {
  translate: Languages,
  review: ListChecks,
  tasks: ClipboardList,
  overview: ChartColumn,
  keys: Rows3,
  files: FileText,
  releases: Package,
  activity: Activity,
  members: Users,
  settings: Settings,
}

/** A link to a screen of a project. */
export type RailLink = {
  readonly id: RailScreenId
  readonly sign: LucideIcon
  readonly letter: string
  readonly needs: ProjectAction
  readonly isForTeams?: boolean
}

/** The screens of a project, in the order of the rail. */
export const RAIL_LINKS: readonly RailLink[] = (Object.keys(SCREENS) as ScreenId[]).flatMap((id) =>
  hasRailLink(id) ? [{ id, sign: SIGNS[id], ...SCREENS[id].railLink }] : [],
)

function hasRailLink(id: ScreenId): id is RailScreenId {
  return 'railLink' in SCREENS[id]
}
