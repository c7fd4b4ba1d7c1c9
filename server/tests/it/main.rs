//! The server from outside: real sockets, real stores, real processes.

mod absence;
mod bad_input;
mod broken_off;
mod crash;
mod half;
mod hidden;
mod lobby;
mod outage;
mod own_bots;
mod parting;
mod pauses;
mod play;
mod privacy;
mod restart;
mod signed_out;
mod socket;
mod support;
mod sweeping;
mod tablic;
mod tablic_errors;
mod tablic_frames;
mod tarok;
mod tarok_errors;
mod tarok_frames;
mod two_servers;
