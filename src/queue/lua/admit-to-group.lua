-- Whether a command in a group may begin. Returns go; notice where it may not, the group was not told so for a minute,
-- and there is room to tell it; else silence.
if wait_of('command') == 0 then return 'go' end
if redis.call('ZSCORE', KEYS[1], 'told') or wait_of('reply') > 0 then return 'silence' end
put('told', now)
return 'notice'
