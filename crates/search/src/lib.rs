//! vzetek-search
