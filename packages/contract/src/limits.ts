/*
 * Every size, count and time that more than one room must agree on, read as `limits.NAME`. MB = 1,048,576 bytes. Source:
 * docs/specification.md §5 and §9. Each is an export of its own: pages carry those that they name, and no others.
 */

export const dashboardUploadMaxBytes = 10 * 1_048_576;
export const apiUploadMaxBytes = 100 * 1_048_576;
/** How long a request may take to arrive; what is no upload has two minutes. 100 MB then need 1 Mbit/s. */
export const uploadArrivalMs = 15 * 60_000;
/** Slower than this over half a minute an upload is taken for one that has stalled. */
export const uploadBytesPerSecond = 16_384;
export const uploadClientTimeoutMs = 60_000;
export const dashboardWaitMs = 55_000;
export const apiWaitMs = 25_000;
export const idempotencyKeptMs = 24 * 3_600_000;
export const idempotencyKeyMaxLength = 255;

export const nameMaxLength = 100;
export const emailMaxLength = 254;
export const passwordMinLength = 8;
export const passwordMaxLength = 128;
export const verificationCodeLength = 5;
export const verificationTries = 5;
export const verificationLifeMs = 10 * 60_000;
export const resendPauseMs = 60_000;
export const emailLinkLifeMs = 30 * 60_000;
export const resetLinkLifeMs = 30 * 60_000;
export const resetRedirectMs = 2_000;
/** How long a proof of who one is lasts for sensitive changes. */
export const confirmationLifeMs = 10 * 60_000;
/** How long a browser has for the second step, or for the passkey it was asked for. */
export const signInChallengeLifeMs = 5 * 60_000;
export const twoStepTries = 5;
export const recoveryCodes = 10;
export const passkeysMax = 20;
export const passkeyNameMaxLength = 60;

/** Members and open invitations of an account together. */
export const teamMax = 50;
export const invitationLifeMs = 7 * 24 * 3_600_000;

export const titleMaxLength = 200;
export const descriptionMaxLength = 5_000;
export const captionMaxLength = 5_000;
export const tagMaxLength = 100;
export const tagsMax = 50;
export const metadataMaxBytes = 16_384;
export const metadataMaxDepth = 8;
export const urlMaxLength = 2_048;
export const fileNameMaxLength = 255;
export const jsonBodyMaxBytes = 262_144;
export const jsonMaxDepth = 12;

export const keywordMaxLength = 100;
export const keywordsMax = 500;
/** Stars of a keyword with wildcards; several in a row are one. */
export const keywordStarsMax = 4;
/** Keywords with wildcards in a list. */
export const keywordPatternsMax = 100;
/** The longest text that keywords are looked for in, in its normal form. All fields of an item together have about half of it. */
export const keywordTextMaxLength = 100_000;
/** Newest items in which the hits of keywords are counted. */
export const keywordHitsItems = 500;
/** Bits of 256 in which the hashes of two pictures may differ, one being a copy of the other (the paper's own advice). */
export const knownDistanceMax = 31;
/** Of less quality (0…100) a picture has too little to be told from others. */
export const knownQualityMin = 50;
/** Hashes that an account can have imported; a search among so many was measured (bench/known). */
export const knownPicturesMax = 1_000_000;
export const knownImportLinesMax = 100_000;
export const knownImportMaxBytes = 32 * 1_048_576;
/** Imported lists of an account. */
export const knownImportsMax = 100;
export const knownNameMaxLength = 100;
export const knownPageSize = 20;
export const authorIdMaxLength = 255;
/** As JSON. */
export const authorMaxLength = 4_096;
export const authorReasonMaxLength = 500;
export const authorsPageSize = 20;
export const strikesShown = 20;
/** Of whom one call counts strikes: more than a page of the list shows. */
export const authorsCountedMax = 24;
export const labelsMax = 100;
export const labelTextMaxLength = 2_000;
export const labelReferenceMaxLength = 500;
export const labelKeywordsMax = 10;
export const statementsPageSize = 20;
export const statementsPageMax = 100;
export const transparencyTokenMaxLength = 1_000;
/** Of one report. */
export const transparencyReportDays = 400;
export const transparencyPageSize = 20;
export const statementContactMaxLength = 200;
export const appealMonthsMin = 6;
export const appealMonthsMax = 24;
export const appealTextMaxLength = 5_000;
export const appealAnswerMaxLength = 2_000;
export const tokenNameMaxLength = 100;
export const tokensMax = 100;
export const tokenLifeMaxDays = 3_650;
export const batchItemsMax = 100;
export const batchReferenceMaxLength = 200;
/** How long what became of its items can be asked for. */
export const batchKeptMs = 30 * 24 * 3_600_000;
export const tokenShownLength = 20;
export const webhooksMax = 10;
/** Names of events that somebody may send at once; more than there are, so that a list can grow. */
export const webhookEventsMax = 12;
export const chatHooksMax = 10;
export const chatHookNameMaxLength = 60;
export const webhookTimeoutMs = 30_000;
/** A person waits for it. */
export const webhookTestTimeoutMs = 10_000;
/** How long what was sent is kept. */
export const webhookBodyKeptMs = 7 * 24 * 3_600_000;
/** How much of an endpoint's answer is kept. */
export const webhookResponseMaxBytes = 4_096;
/** How long deliveries are signed with the old secret too, after it was regenerated. */
export const webhookOldSecretLifeMs = 24 * 3_600_000;
export const deliveriesPageSize = 20;

/** How long a claim holds unless it is renewed. */
export const claimLifeMs = 2 * 60_000;
/** How often a page that somebody sees renews its claims. */
export const claimRenewMs = 30_000;
/** The open item, and those that are prepared after it. */
export const claimsPerPerson = 5;
export const claimSkipMax = 100;
/** Items that one call counts as revealed. */
export const revealsMax = 20;
/** A sum of fewer people would say what one of them looked at. */
export const exposureTeamMin = 3;
/** For so long the sums of a person's days are kept. */
export const exposureDays = 30;

/** How long a decision can wait for second thoughts. */
export const decisionHoldMaxMs = 10_000;
/** What the dashboard asks for, so that the Undo of its toast is always in time. */
export const decisionHoldMs = 8_000;
export const decisionsMax = 100;
/** Items of one run over everything that a filter lets through. */
export const bulkRunMax = 20_000;
/** Of one person in an account. */
export const viewsMax = 50;
export const viewNameMaxLength = 60;
export const noteMaxLength = 1_000;

export const securityEventsPageSize = 20;
export const auditPageSize = 20;
export const auditPageMax = 100;
/** Items that are counted one by one where no sum is kept: under a search, a type, an author, or a source on some days. */
export const countedItems = 1_000;
/** Words from this length on are found by the index, in all items. */
export const indexedSearchLength = 3;
/** How many of the newest items a search by fewer characters looks through. */
export const shortSearchItems = 1_000;

export const mediaPageSize = 12;
export const mediaPageMax = 100;
/** Items that a roll shows before the one that is open, and after it. */
export const rollBefore = 3;
export const rollAfter = 6;
export const pageMax = 10_000;
export const cursorMaxLength = 400;
/** Seconds of a video in one answer. */
export const videoSecondsPageMax = 1_000;
export const recentListSize = 5;
export const cardTagsShown = 3;
export const signedUrlLifeMs = 3_600_000;
/** Addresses of one file are the same for so long, so that browsers do not load a picture again with every reading of a list. */
export const signedUrlStepMs = 900_000;

export const contactMessageMaxLength = 5_000;
/** How long a message of the contact form is kept. */
export const contactKeptMs = 180 * 24 * 3_600_000;

/** How long the verdict of a visitor's picture can be read; what the page promises is `tryItGoneMs`. */
export const tryItKeptMs = 4 * 60_000;
/** By then the sweep of each minute has removed the picture and all that was found out about it. */
export const tryItGoneMs = 5 * 60_000;
/** How long one question about it waits for news. */
export const tryItWaitMs = 10_000;
/** The largest picture that a door takes, and how long it waits for a verdict. */
export const checkMaxBytes = 20 * 1_048_576;
export const checkWaitMs = 25_000;
/** After so long a check whose process died goes; longer than any door waits. */
export const checkKeptMs = 4 * 60_000;
/** How long the line of a check is kept, and how many are listed at a time. */
export const checkLineDays = 30;
export const checksPerPage = 50;
export const checkersMax = 20;
export const checkerNameMaxLength = 100;
export const checkerTimeoutMaxMs = 120_000;
export const checkerNetworksMax = 20;
export const checkerVideoMaxSeconds = 600;
/** How long the address before a rotation works. */
export const checkerOldSecretMs = 24 * 3_600_000;
/** Pictures of visitors that wait for their analysis at a time. */
export const tryItWaitingMax = 8;

export const exportKeptMs = 7 * 24 * 3_600_000;
/** Finished files that a person has of one kind: a newer one takes the place of the oldest. That of all data holds every original. */
export const exportsOfAllKept = 1;
export const exportsOfKindKept = 10;
export const exportLinkLifeMs = 10 * 60_000;

export const maxPixels = 50_000_000;
/**
 * As JPEG and GIF. A PNG of 50,000,000 × 1 pixels takes a codec 1.3
 * GB, one of 1 × 50,000,000 takes it 10 CPU-seconds, in 0.2 MB each.
 */
export const maxSidePixels = 65_535;
export const animationFramesAnalysed = 8;
export const animationPagesMax = 1_000;

export const videoMaxMs = 2 * 3_600_000;
/** Of one picture: 8K, as cameras and phones record it. */
export const videoMaxPixels = 36_000_000;
/** Of all pictures together, every one of which is decoded: two hours of 1080p at 60 a second, or half an hour of 4K. */
export const videoMaxPixelsInAll = 900_000_000_000;
/** Flagged seconds of which a picture is kept. */
export const videoThumbnailsMax = 60;

/** What an account may choose to keep items, results and logs for, in days. Apart from the others: no page needs it. */
export const retentionLimits = { minDays: 1, maxDays: 3_650, logsMinDays: 30 };
/** Items from either end of a list that the dashboard shows by page; the cursor goes on from there. */
export const pagedItems = 10_000;

/** Hours that an account may take for a notice from outside. */
export const noticeHoursMin = 24;
export const noticeHoursMax = 720;
/** Hours for one under the TAKE IT DOWN Act: nothing lengthens them. */
export const takeItDownHours = 48;
export const noticeIntroMaxLength = 2_000;
/** Words of an account in place of a default that people outside read. */
export const ownWordsMaxLength = 2_000;
export const noticeTextMaxLength = 5_000;
export const noticeAnswerMaxLength = 2_000;
export const legalReferenceMaxLength = 500;
export const noticesPageSize = 20;
/** Items that one decision on a notice fails when it names them. */
export const noticeItemsMax = 100;
/** Copies of an item that a notice lists, the nearest first. */
export const noticeCopiesMax = 100;
