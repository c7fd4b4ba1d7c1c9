/** The wire types under one roof. They are generated from Rust; only what follows from them stands here. */
export type { BotAccount } from '../protocol/generated/BotAccount';
export type { ChangePassword } from '../protocol/generated/ChangePassword';
export type { ChatLine } from '../protocol/generated/ChatLine';
export type { Claim } from '../protocol/generated/Claim';
export type { ClientMessage } from '../protocol/generated/ClientMessage';
export type { Clock } from '../protocol/generated/Clock';
export type { ContractStatistics } from '../protocol/generated/ContractStatistics';
export type { CreatedTable } from '../protocol/generated/CreatedTable';
export type { Credentials } from '../protocol/generated/Credentials';
export type { DealFinish } from '../protocol/generated/DealFinish';
export type { DealState } from '../protocol/generated/DealState';
export type { DropReason } from '../protocol/generated/DropReason';
export type { DroppedPromise } from '../protocol/generated/DroppedPromise';
export type { ErrorBody } from '../protocol/generated/ErrorBody';
export type { ErrorCode } from '../protocol/generated/ErrorCode';
export type { DealEvent as GameEvent } from '../protocol/generated/DealEvent';
export type { Followed } from '../protocol/generated/Followed';
export type { GameFacts } from '../protocol/generated/GameFacts';
export type { GameOptions } from '../protocol/generated/GameOptions';
export type { GamePlayer } from '../protocol/generated/GamePlayer';
export type { GameRecord } from '../protocol/generated/GameRecord';
export type { GameResult } from '../protocol/generated/GameResult';
export type { GameSummary } from '../protocol/generated/GameSummary';
export type { GameStep } from '../protocol/generated/GameStep';
export type { KindResults } from '../protocol/generated/KindResults';
export type { KindStatistics } from '../protocol/generated/KindStatistics';
export type { Ladder } from '../protocol/generated/Ladder';
export type { LeaderboardLine } from '../protocol/generated/LeaderboardLine';
export type { Limits } from '../protocol/generated/Limits';
export type { MatchPlayer } from '../protocol/generated/MatchPlayer';
export type { MatchScore } from '../protocol/generated/MatchScore';
export type { MatchSummary } from '../protocol/generated/MatchSummary';
export type { NewGuest } from '../protocol/generated/NewGuest';
export type { OpponentStatistics } from '../protocol/generated/OpponentStatistics';
export type { Pace } from '../protocol/generated/Pace';
export type { OwnTable } from '../protocol/generated/OwnTable';
export type { PageSettings } from '../protocol/generated/PageSettings';
export type { Phase } from '../protocol/generated/Phase';
export type { Phrase } from '../protocol/generated/Phrase';
export type { PlayedMove } from '../protocol/generated/PlayedMove';
export type { Player } from '../protocol/generated/Player';
export type { PlayerStatistics } from '../protocol/generated/PlayerStatistics';
export type { PoolSummary } from '../protocol/generated/PoolSummary';
export type { Presence } from '../protocol/generated/Presence';
export type { PresenceSetting } from '../protocol/generated/PresenceSetting';
export type { Profile } from '../protocol/generated/Profile';
export type { RatingPoint } from '../protocol/generated/RatingPoint';
export type { RatingChange } from '../protocol/generated/RatingChange';
export type { Seat } from '../protocol/generated/Seat';
export type { SeatState } from '../protocol/generated/SeatState';
export type { Seek } from '../protocol/generated/Seek';
export type { ServerMessage } from '../protocol/generated/ServerMessage';
export type { Session } from '../protocol/generated/Session';
export type { Since } from '../protocol/generated/Since';
export type { Standing } from '../protocol/generated/Standing';
export type { TableConfig } from '../protocol/generated/TableConfig';
export type { TableEvent } from '../protocol/generated/TableEvent';
export type { TableSnapshot } from '../protocol/generated/TableSnapshot';
export type { TableSummary } from '../protocol/generated/TableSummary';
export type { TablicDealResult } from '../protocol/generated/TablicDealResult';
export type { TablicEdge } from '../protocol/generated/TablicEdge';
export type { TablicEvent } from '../protocol/generated/TablicEvent';
export type { TablicFact } from '../protocol/generated/TablicFact';
export type { TablicOptions } from '../protocol/generated/TablicOptions';
export type { TarokAnnouncement } from '../protocol/generated/TarokAnnouncement';
export type { TarokContract } from '../protocol/generated/TarokContract';
export type { TarokEvent } from '../protocol/generated/TarokEvent';
export type { TarokFact } from '../protocol/generated/TarokFact';
export type { TarokItemResult } from '../protocol/generated/TarokItemResult';
export type { TarokMatchScore } from '../protocol/generated/TarokMatchScore';
export type { TarokOptions } from '../protocol/generated/TarokOptions';
export type { TarokSide } from '../protocol/generated/TarokSide';
export type { TarokScoredDeal } from '../protocol/generated/TarokScoredDeal';
export type { TrsetEdge } from '../protocol/generated/TrsetEdge';
export type { TrsetEvent } from '../protocol/generated/TrsetEvent';
export type { TrsetFact } from '../protocol/generated/TrsetFact';
export type { TrsetOptions } from '../protocol/generated/TrsetOptions';
export type { Turn } from '../protocol/generated/Turn';
export type { UnratedReason } from '../protocol/generated/UnratedReason';

export type { GameStatus } from '../protocol/generated/GameStatus';
export type { TablicStatus } from '../protocol/generated/TablicStatus';
export type { TarokStatus } from '../protocol/generated/TarokStatus';
export type { TarokTerms } from '../protocol/generated/TarokTerms';
export type { TrsetStatus } from '../protocol/generated/TrsetStatus';
export type { Transfer } from '../protocol/generated/Transfer';
export type { ZoneCards } from '../protocol/generated/ZoneCards';
export { LEVELS } from '../protocol/generated/LEVELS';
export {
  TABLIC_PLAYERS,
  TABLIC_TARGETS,
  TAROK_OPEN_RADELCI,
  TAROK_PLAYERS,
  TRSET_PLAYERS,
  TRSET_TARGETS,
} from '../protocol/generated/OPTIONS';
export { PREPARED } from '../protocol/generated/PREPARED';

import type { ServerMessage } from '../protocol/generated/ServerMessage';
import type { TableEvent } from '../protocol/generated/TableEvent';

export type { GameView } from '../games';

/** The version this client speaks. */
export const PROTOCOL = 1;

/** The longest line of chat, in characters. */
export const MAX_CHAT = 300;

export type Server<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;
export type TableEventOf<T extends TableEvent['type']> = Extract<TableEvent, { type: T }>;
