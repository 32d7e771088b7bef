-- A view follows a table that is renamed, so it read one part only. What it says and who may read it stay.
CREATE OR REPLACE VIEW "clearframe_backlog" AS
WITH open AS (
	SELECT media.video IS NOT NULL AS is_video,
		CASE WHEN media.video IS NULL THEN 1 ELSE greatest(1, (media.video ->> 'seconds')::integer - media.seconds_done) END AS frames,
		coalesce(usage_entry.created_at, media.created_at) AS since
	FROM (SELECT id, attempt, video, seconds_done, created_at FROM media WHERE state = 'queued' ORDER BY created_at LIMIT 100000) media
	LEFT JOIN usage_entry ON usage_entry.media_id = media.id AND usage_entry.attempt = media.attempt AND usage_entry.kind = 'reserve'
), newest AS (
	SELECT media.video IS NOT NULL AS is_video, (analysis.analysis ->> 'processing_time_ms')::double precision AS ms,
		CASE WHEN media.video IS NULL THEN 1 ELSE (media.video ->> 'seconds')::integer END AS frames
	FROM (SELECT media_id, analysis, created_at FROM analysis ORDER BY id DESC LIMIT 200) analysis
	JOIN media ON media.id = analysis.media_id
	WHERE analysis.created_at > now() - interval '1 hour'
), kinds (is_video, queue, usual) AS (
	-- Seconds of a picture, and of a second of video, where the last hour has none to go by.
	VALUES (false, 'moderate-media', 0.1::double precision), (true, 'moderate-video', 0.2)
)
SELECT kinds.queue,
	count(open.frames) AS jobs,
	greatest(0, coalesce(extract(epoch FROM now() - min(open.since)), 0))::double precision AS oldest_seconds,
	coalesce(sum(open.frames), 0) * coalesce(
		(SELECT sum(newest.ms) / nullif(sum(newest.frames), 0) / 1000 FROM newest WHERE newest.is_video = kinds.is_video),
		kinds.usual) AS seconds_of_work
FROM kinds LEFT JOIN open ON open.is_video = kinds.is_video
GROUP BY kinds.queue, kinds.is_video, kinds.usual;
